import { inLockdown, inLockdownFor, isAdministrator, seconds, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { isFullMember } from '../../groups/access/index.ts'
import { type Account, timeForAccount } from '../../users/account.ts'
import { peopleCache } from '../../users/cache.ts'
import { blocks, type RestrictedAction } from '../rules.ts'
import { lockdownCache } from './cache.ts'
import { joiningPaused } from './errors.ts'
import { isSuspect } from './rules.ts'
import { joinedSince, type Stored } from './store.ts'

/** The lockdown that's on; the timer may not have ended one that's over. */
export function lockdownOf(org: Organization): Stored | undefined {
  const { newest } = org.get(lockdownCache)
  // perf: most organizations have none
  if (newest === undefined || newest.ended_at !== null) return undefined
  return newest.until > org.now() ? newest : undefined
}

/** What clients are told, until the timer ends it. */
export function shownLockdown(org: Organization): Stored | undefined {
  const { newest } = org.get(lockdownCache)
  return newest?.ended_at === null ? newest : undefined
}

/** A day before the lockdown, until some time after its end; otherwise some time ago. */
export function newcomersSince(
  org: Organization,
  { shownAfterMs, otherwiseMs }: { readonly shownAfterMs: number; readonly otherwiseMs: number },
): Date {
  const { newest } = org.get(lockdownCache)
  const nowMs = org.now().getTime()
  const isShown = newest && (newest.ended_at === null || newest.ended_at.getTime() + shownAfterMs > nowMs)
  return isShown ? joinedSince(newest) : new Date(nowMs - otherwiseMs)
}

const isSuspectIn = (org: Organization, account: Account, since: Date): boolean =>
  isSuspect(
    {
      role: account.role,
      isFullMember: isFullMember(org, account),
      isWelcomed: account.isWelcomed,
      joinedAtMs: account.joinedAt.getTime(),
    },
    since.getTime(),
  )

/** Throws if the lockdown keeps someone from acting; a bot counts as its owner. */
export function checkNotLockedDown(org: Organization, userId: UserId, act: RestrictedAction): void {
  const lockdown = lockdownOf(org)
  if (!lockdown || !blocks({ kind: 'read_only', stream_ids: [] }, act)) return
  const people = org.get(peopleCache)
  const account = people.byId.get(userId)
  const person = account && account.botType !== null ? people.ownerOf(account) : account
  if (!person || !isSuspectIn(org, person, joinedSince(lockdown))) return
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
export function checkCanJoin(org: Organization, invitation: Invitation | undefined): void {
  const lockdown = lockdownOf(org)
  if (!lockdown || isInvitedByAdministrator(org, invitation)) return
  throw joiningPaused({ until: seconds(lockdown.until) }, { end: timeForAccount(undefined, lockdown.until) })
}
