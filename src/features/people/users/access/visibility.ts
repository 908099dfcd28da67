import { isGuest, type UserId } from '#contract'
import type { Audience } from '#platform/events'
import type { Organization } from '#platform/organization'
import { handlerRegistry } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { canInOrganization } from '../../organization/access.ts'
import type { Account } from '../account.ts'
import { peopleCache } from '../cache.ts'

/** The people of a channel or direct conversation. */
type MeetingPlace = ReadonlySet<UserId>
type Places = (org: Organization, userId: UserId) => Iterable<MeetingPlace>

const { listeners: sources, handledBy } = handlerRegistry<Places>()

/** Places where people can see each other; filled by later features. Every set contains the given user. */
export const meetingPlaces = {
  of: (org: Organization, userId: UserId): MeetingPlace[] =>
    [...sources()].flatMap((places) => [...places(org, userId)]),
  handledBy,
}

type Known = Pick<Account, 'id' | 'isSystemBot' | 'botOwnerId'>
type Actor = Pick<Viewer, 'id' | 'role'>

/** A guest who sees only people from shared places, if `can_access_all_users_group` excludes guests. */
export function isLimited(org: Organization, viewer: Actor): boolean {
  if (!isGuest(viewer)) return false
  const asking = org.viewer(viewer.id)
  return asking !== undefined && !canInOrganization(org, asking, 'can_access_all_users_group')
}

/** All limited guests. The setting is a role's group, so it applies to all guests equally. */
export function limitedGuests(org: Organization): readonly Account[] {
  const guests = org.get(peopleCache).guests()
  const [first] = guests
  return first && isLimited(org, first) ? guests : []
}

const isMet = (viewerId: UserId, account: Known, places: readonly MeetingPlace[]): boolean =>
  account.id === viewerId ||
  account.isSystemBot ||
  account.botOwnerId === viewerId ||
  // the places belong to one of the two
  places.some((place) => place.has(account.id) && place.has(viewerId))

/** {@link canAccessUser}, for many users at once. */
export function visibilityOf(org: Organization, viewer: Actor): (userId: UserId) => boolean {
  if (!isLimited(org, viewer)) return () => true
  const { byId } = org.get(peopleCache)
  const places = meetingPlaces.of(org, viewer.id)
  return (userId) => {
    const account = byId.get(userId)
    return account !== undefined && isMet(viewer.id, account, places)
  }
}

/** Whether the viewer can see a user with their profile, presence, and status. */
export const canAccessUser = (org: Organization, viewer: Actor, userId: UserId): boolean =>
  visibilityOf(org, viewer)(userId)

/** Limited guests who can't see an account, which may be new. */
export function strangersTo(org: Organization, account: Known): UserId[] {
  const guests = limitedGuests(org)
  if (guests.length === 0) return []
  const places = meetingPlaces.of(org, account.id)
  return guests.filter(({ id }) => !isMet(id, account, places)).map(({ id }) => id)
}

export function usersWhoSee(org: Organization, account: Known): Audience & { everyone: true } {
  const except = strangersTo(org, account)
  return except.length > 0 ? { everyone: true, except } : { everyone: true }
}

export function usersWhoSeeUser(org: Organization, userId: UserId): Audience & { everyone: true } {
  const account = org.get(peopleCache).byId.get(userId)
  return account ? usersWhoSee(org, account) : { everyone: true }
}
