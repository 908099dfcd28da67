import { seconds } from '#contract'
import type { Organization } from '#platform/organization'
import { settingsOf } from '../../../people/organization/cache.ts'
import {
  checkJoiningNotPaused,
  type Invitation,
  isInvitedByAdministrator,
} from '../../../people/restrictions/lockdown/access.ts'
import { timeForAccount } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { tooManyJoins } from '../api.ts'
import { needsApproval } from '../applications/access.ts'

export const hourMs = 3_600_000

/** When the next person can join; undefined if `joins_per_hour` isn't reached. `joinedAt`: of an account being created. */
export function pausedUntil(org: Organization, joinedAt?: Date): Date | undefined {
  const limit = settingsOf(org).joins_per_hour
  if (limit === null) return undefined
  const since = org.now().getTime() - hourMs
  const joins = joinedAt ? [joinedAt.getTime()] : []
  for (const account of org.get(peopleCache).byId.values())
    if (account.botType === null && account.joinedAt.getTime() > since) joins.push(account.joinedAt.getTime())
  const last = joins.sort((x, y) => y - x)[limit - 1]
  return last === undefined ? undefined : new Date(last + hourMs)
}

/**
 * Throws during a lockdown, or if `joins_per_hour` people joined within an hour. Administrators' email invitations are
 * exempt from both, and people a moderator approves from the limit.
 */
export function checkCanJoin(org: Organization, invitation: Invitation | undefined): void {
  checkJoiningNotPaused(org, invitation)
  if (isInvitedByAdministrator(org, invitation) || needsApproval(org, invitation)) return
  const until = pausedUntil(org)
  if (until) throw tooManyJoins({ until: seconds(until) }, { end: timeForAccount(undefined, until) })
}
