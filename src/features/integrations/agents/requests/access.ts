import { isAdministrator, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { Stored } from './store.ts'

const administrators = (org: Organization): Account[] =>
  org
    .get(peopleCache)
    .all()
    .filter((one) => one.isActive && one.botType === null && isAdministrator(one))

function personOf(org: Organization, userId: UserId): Account | undefined {
  const people = org.get(peopleCache).byId
  const account = people.get(userId)
  const person = account?.botType == null ? account : people.get(account.botOwnerId as UserId)
  return person?.isActive ? person : undefined
}

/** Falls back to administrators if a bot has no owner. */
export function decidersOf(org: Organization, { user_id, approver }: Pick<Stored, 'user_id' | 'approver'>): Account[] {
  const person = approver === 'person' ? personOf(org, user_id) : undefined
  return person ? [person] : administrators(org)
}

export const canDecide = (org: Organization, viewer: Viewer, request: Stored): boolean =>
  decidersOf(org, request).some(({ id }) => id === viewer.id)

export function concernedBy(org: Organization, request: Pick<Stored, 'user_id' | 'approver'>): UserId[] {
  const person = personOf(org, request.user_id)
  const ids = [request.user_id, ...(person ? [person.id] : []), ...decidersOf(org, request).map(({ id }) => id)]
  return [...new Set(ids)]
}
