import { inLockdown, inLockdownFor, isAdministrator, seconds, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { isFullMember } from '../../groups/access/index.ts'
import { type Account, timeForAccount } from '../../users/account.ts'
import { peopleCache } from '../../users/cache.ts'
import { blocks, type RestrictedAction } from '../rules.ts'
import { lockdownCache } from './cache.ts'
import { joiningPaused } from './errors.ts'
import { isReadOnlyInLockdown } from './rules.ts'
import { joinedSince, type Stored } from './store.ts'

/** The lockdown in effect. Checks the time, because the job scheduler can be late to end one. */
export function activeLockdown(org: Organization): Stored | undefined {
  const { newest } = org.get(lockdownCache)
  // perf: skip reading the clock; most organizations have no lockdown
  if (newest === undefined || newest.ended_at !== null) return undefined
  return newest.until > org.now() ? newest : undefined
}

/** The lockdown that clients know about. It can be past its end until the job scheduler ends it. */
export function announcedLockdown(org: Organization): Stored | undefined {
  const { newest } = org.get(lockdownCache)
  return newest?.ended_at === null ? newest : undefined
}

/** Cutoff for listing recent members: the day before a current or recent lockdown, or `defaultMs` ago. */
export function newcomersSince(
  org: Organization,
  { listedAfterMs, defaultMs }: { readonly listedAfterMs: number; readonly defaultMs: number },
): Date {
  const { newest } = org.get(lockdownCache)
  const nowMs = org.now().getTime()
  const isShown = newest && (newest.ended_at === null || newest.ended_at.getTime() + listedAfterMs > nowMs)
  return isShown ? joinedSince(newest) : new Date(nowMs - defaultMs)
}

const isAffected = (org: Organization, account: Account, since: Date): boolean =>
  isReadOnlyInLockdown(
    {
      role: account.role,
      isFullMember: isFullMember(org, account),
      isWelcomed: account.isWelcomed,
      joinedAtMs: account.joinedAt.getTime(),
    },
    since.getTime(),
  )

/** Throws if a lockdown blocks someone's action. Bots are treated like their owner. */
export function checkNotLockedDown(org: Organization, userId: UserId, action: RestrictedAction): void {
  const lockdown = activeLockdown(org)
  if (!lockdown || !blocks({ kind: 'read_only', stream_ids: [] }, action)) return
  const people = org.get(peopleCache)
  const account = people.byId.get(userId)
  const person = account && account.botType !== null ? people.ownerOf(account) : account
  if (!person || !isAffected(org, person, joinedSince(lockdown))) return
  const { until, reason } = lockdown
  const fields = { until: seconds(until) }
  const end = timeForAccount(account, until)
  throw reason === '' ? inLockdown(fields, { end }) : inLockdownFor(fields, { end, reason })
}

export interface Invitation {
  /** Null for a reusable link. */
  readonly email: string | null
  readonly inviter_id: UserId
}

/** Whether an administrator invited the person by email. */
export function isInvitedByAdministrator(org: Organization, invitation: Invitation | undefined): boolean {
  const inviter = invitation && invitation.email !== null ? org.viewer(invitation.inviter_id) : undefined
  return inviter !== undefined && isAdministrator(inviter)
}

/** Throws during a lockdown, unless an administrator invited the person by email. */
export function checkJoiningNotPaused(org: Organization, invitation: Invitation | undefined): void {
  const lockdown = activeLockdown(org)
  if (!lockdown || isInvitedByAdministrator(org, invitation)) return
  throw joiningPaused({ until: seconds(lockdown.until) }, { end: timeForAccount(undefined, lockdown.until) })
}
