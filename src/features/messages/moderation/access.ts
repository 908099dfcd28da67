import type { UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { actorOf } from '../../people/organization/access.ts'
import { moderatorsOf } from '../../people/restrictions/access.ts'
import { restrictError } from '../../people/restrictions/rules.ts'
import type { Account } from '../../people/users/account.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { moderationFileChanged } from './states.ts'

/** Whether a user can open an account's file. */
export function canModerate(org: Organization, userId: UserId, account: Account): boolean {
  const viewer = org.viewer(userId)
  const target = { role: account.role, owner: org.get(peopleCache).ownerOf(account) }
  return viewer !== undefined && restrictError(actorOf(org, viewer), target) === undefined
}

/** Tells everyone who can open an account's file that it changed. */
export const announceFile = (mutation: Mutation, account: Account): void =>
  mutation.emit(
    moderationFileChanged,
    { user_id: account.id },
    moderatorsOf(mutation.org).filter((id) => canModerate(mutation.org, id, account)),
  )
