import type { UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import {
  activeLockdown,
  type Invitation,
  isInvitedByAdministrator,
} from '../../../people/restrictions/lockdown/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { suggestLockdown } from './notice.ts'
import { Rate } from './rate.ts'
import { baselineJoins, isUnusual, recentMs } from './rules.ts'

interface Rates {
  readonly joins: Rate
  readonly blocked: Rate
  /** When blocked messages last exceeded the limit. */
  checkedAt: number
  /** Recomputed at most every ten minutes, because it reads every account. */
  baselineJoins: { readonly count: number; readonly at: number } | undefined
}

const known = new WeakMap<Organization, Rates>()

function ratesOf(org: Organization): Rates {
  const rates = known.get(org) ?? {
    ...{ joins: new Rate(), blocked: new Rate() },
    ...{ checkedAt: Number.NEGATIVE_INFINITY, baselineJoins: undefined },
  }
  known.set(org, rates)
  return rates
}

/** Records a join, except by an administrator's invitation, and suggests a lockdown if there are unusually many. */
export async function countJoin(mutation: Mutation, invitation: Invitation | undefined): Promise<void> {
  const { org, now } = mutation
  if (isInvitedByAdministrator(org, invitation)) return
  const rates = ratesOf(org)
  const { joins, blocked } = rates
  const nowMs = now.getTime()
  const recent = joins.recent(nowMs) + 1
  mutation.onCommit(() => joins.record(nowMs))
  if (!isUnusual('joins', recent, 0)) return
  if (!rates.baselineJoins || Math.abs(nowMs - rates.baselineJoins.at) >= recentMs)
    rates.baselineJoins = { count: baselineJoins(org.get(peopleCache).byId.values(), nowMs), at: nowMs }
  if (!isUnusual('joins', recent, rates.baselineJoins.count)) return
  await suggestLockdown(mutation, { joins: recent, blocked: blocked.recent(nowMs) })
}

/** Records a held or refused message, and suggests a lockdown if there are unusually many. */
export async function countBlockedMessage(org: Organization, userId: UserId): Promise<void> {
  const rates = ratesOf(org)
  const { joins, blocked } = rates
  const nowMs = org.now().getTime()
  blocked.record(nowMs, userId)
  const recent = blocked.recent(nowMs)
  if (!isUnusual('blocked', recent, blocked.baseline(nowMs)) || activeLockdown(org)) return
  // at most one transaction per window
  if (Math.abs(nowMs - rates.checkedAt) < recentMs) return
  rates.checkedAt = nowMs
  await org.transact(null, (mutation) => suggestLockdown(mutation, { joins: joins.recent(nowMs), blocked: recent }))
}
