import { isGuest, type UserId } from '#contract'
import type { Audience } from '#platform/events'
import type { Organization } from '#platform/organization'
import { tappable } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { mayInOrganization } from '../../organization/access.ts'
import type { Account } from '../account.ts'
import { peopleMirror } from '../mirror.ts'

/** The people of a channel or of a direct conversation. */
type MeetingPlace = ReadonlySet<UserId>
type Places = (org: Organization, userId: UserId) => Iterable<MeetingPlace>

const { listeners: sources, tap } = tappable<Places>()

/** Where people meet; later areas say where that is. Every set holds the user asked for. */
export const meetingPlaces = {
  of: (org: Organization, userId: UserId): MeetingPlace[] =>
    [...sources()].flatMap((places) => [...places(org, userId)]),
  tap,
}

type Known = Pick<Account, 'id' | 'isSystemBot' | 'botOwnerId'>
type Asker = Pick<Viewer, 'id' | 'role'>

/** Whether the viewer knows only the people met somewhere: a guest, where `can_access_all_users_group` leaves guests out. */
export function isLimited(org: Organization, viewer: Asker): boolean {
  if (!isGuest(viewer)) return false
  const asking = org.viewer(viewer.id)
  return asking !== undefined && !mayInOrganization(org, asking, 'can_access_all_users_group')
}

/** The guests who are limited. The setting names a group of roles, so what holds for one guest holds for all. */
export function limitedGuests(org: Organization): readonly Account[] {
  const guests = org.get(peopleMirror).guests()
  const [first] = guests
  return first && isLimited(org, first) ? guests : []
}

const isMet = (viewerId: UserId, account: Known, places: readonly MeetingPlace[]): boolean =>
  account.id === viewerId ||
  account.isSystemBot ||
  account.botOwnerId === viewerId ||
  // the places are those of the one or of the other
  places.some((place) => place.has(account.id) && place.has(viewerId))

/** {@link canAccessUser}, for many users at once. */
export function sightOf(org: Organization, viewer: Asker): (userId: UserId) => boolean {
  if (!isLimited(org, viewer)) return () => true
  const { byId } = org.get(peopleMirror)
  const places = meetingPlaces.of(org, viewer.id)
  return (userId) => {
    const account = byId.get(userId)
    return account !== undefined && isMet(viewer.id, account, places)
  }
}

/** Whether the viewer may know who that is, and so see that person's profile, presence and status. */
export const canAccessUser = (org: Organization, viewer: Asker, userId: UserId): boolean => sightOf(org, viewer)(userId)

/** The limited guests to whom an account, which may be new, is a stranger. */
export function strangersTo(org: Organization, account: Known): UserId[] {
  const guests = limitedGuests(org)
  if (guests.length === 0) return []
  const places = meetingPlaces.of(org, account.id)
  return guests.filter(({ id }) => !isMet(id, account, places)).map(({ id }) => id)
}

/** Everybody who may hear of an account. */
export function whoKnows(org: Organization, account: Known): Audience & { everyone: true } {
  const except = strangersTo(org, account)
  return except.length > 0 ? { everyone: true, except } : { everyone: true }
}

/** The same for an account that is in memory. */
export function whoKnowsUser(org: Organization, userId: UserId): Audience & { everyone: true } {
  const account = org.get(peopleMirror).byId.get(userId)
  return account ? whoKnows(org, account) : { everyone: true }
}
