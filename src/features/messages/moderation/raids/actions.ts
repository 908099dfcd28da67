import { dayMs, type UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { activeLockdown } from '../../../people/restrictions/lockdown/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { suggestLockdown } from './notice.ts'
import { Rate } from './rate.ts'
import { isUnusual } from './rules.ts'

interface Rates {
  readonly joins: Rate
  readonly blocked: Rate
  /** When blocked messages last exceeded the limit. */
  checkedAt: number
}

const known = new WeakMap<Organization, Rates>()

function ratesOf(org: Organization): Rates {
  const rates = known.get(org) ?? { joins: new Rate(), blocked: new Rate(), checkedAt: Number.NEGATIVE_INFINITY }
  known.set(org, rates)
  return rates
}

/** Records a join, and suggests a lockdown if there are unusually many. */
export async function countJoin(mutation: Mutation): Promise<void> {
  const { org, now } = mutation
  const { joins, blocked } = ratesOf(org)
  const nowMs = now.getTime()
  const recent = joins.recent(nowMs) + 1
  mutation.onCommit(() => joins.record(nowMs))
  if (!isUnusual('joins', recent, 0) || !isUnusual('joins', recent, baselineJoins(org, nowMs))) return
  await suggestLockdown(mutation, { joins: recent, blocked: blocked.recent(nowMs) })
}

/** Derived from accounts, so it survives a restart. */
function baselineJoins(org: Organization, nowMs: number): number {
  let week = 0
  for (const { joinedAt, botType } of org.get(peopleCache).byId.values()) {
    const ago = nowMs - joinedAt.getTime()
    if (botType === null && ago > recentMs && ago < 7 * dayMs) week++
  }
  return week / ((7 * dayMs) / recentMs)
}

const recentMs = 10 * 60_000

/** Records a held or refused message by a new member, and suggests a lockdown if there are unusually many. */
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
