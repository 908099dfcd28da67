import { dayMs, type UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { type Invitation, isInvitedByAdministrator, lockdownOf } from '../../../people/restrictions/lockdown/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { offerLockdown } from './notice.ts'
import { Rate } from './rate.ts'
import { isMany } from './rules.ts'

interface Rates {
  readonly joins: Rate
  readonly stopped: Rate
  /** When the messages were last found to be too many. */
  checkedAt: number
}

const known = new WeakMap<Organization, Rates>()

function ratesOf(org: Organization): Rates {
  const rates = known.get(org) ?? { joins: new Rate(), stopped: new Rate(), checkedAt: Number.NEGATIVE_INFINITY }
  known.set(org, rates)
  return rates
}

/** Counts a person who joined, unless an administrator invited them, and offers a lockdown if there are too many. */
export async function noteJoin(mutation: Mutation, invitation: Invitation | undefined): Promise<void> {
  const { org, now } = mutation
  if (isInvitedByAdministrator(org, invitation)) return
  const { joins, stopped } = ratesOf(org)
  const nowMs = now.getTime()
  const recent = joins.recent(nowMs) + 1
  mutation.onCommit(() => joins.note(nowMs))
  if (!isMany('joins', recent, 0) || !isMany('joins', recent, usualJoins(org, nowMs))) return
  await offerLockdown(mutation, { joins: recent, stopped: stopped.recent(nowMs) })
}

/** Accounts say how many people usually join, also after a restart. */
function usualJoins(org: Organization, nowMs: number): number {
  let week = 0
  for (const { joinedAt, botType } of org.get(peopleCache).byId.values()) {
    const ago = nowMs - joinedAt.getTime()
    if (botType === null && ago > recentMs && ago < 7 * dayMs) week++
  }
  return week / ((7 * dayMs) / recentMs)
}

const recentMs = 10 * 60_000

/** Counts messages by a new member that were held or refused, and offers a lockdown if there are too many. */
export async function noteStopped(org: Organization, userId: UserId): Promise<void> {
  const rates = ratesOf(org)
  const { joins, stopped } = rates
  const nowMs = org.now().getTime()
  stopped.note(nowMs, userId)
  const recent = stopped.recent(nowMs)
  if (!isMany('stopped', recent, stopped.usual(nowMs)) || lockdownOf(org)) return
  // one transaction for many messages
  if (Math.abs(nowMs - rates.checkedAt) < recentMs) return
  rates.checkedAt = nowMs
  await org.transact(null, (mutation) => offerLockdown(mutation, { joins: joins.recent(nowMs), stopped: recent }))
}
