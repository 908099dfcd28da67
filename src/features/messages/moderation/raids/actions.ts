import type { UserId } from '#contract'
import type { Mutation, Organization } from '#platform/organization'
import { type Invitation, isInvitedByAdministrator, lockdownOf } from '../../../people/restrictions/lockdown/access.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { offerLockdown } from './notice.ts'
import { Rate } from './rate.ts'
import { isMany, recentMs, usualJoins } from './rules.ts'

interface Rates {
  readonly joins: Rate
  readonly stopped: Rate
  /** When the messages were last found to be too many. */
  checkedAt: number
  /** Counted again when it's ten minutes old, because that takes all people. */
  usualJoins: { readonly count: number; readonly at: number } | undefined
}

const known = new WeakMap<Organization, Rates>()

function ratesOf(org: Organization): Rates {
  const rates = known.get(org) ?? {
    ...{ joins: new Rate(), stopped: new Rate() },
    ...{ checkedAt: Number.NEGATIVE_INFINITY, usualJoins: undefined },
  }
  known.set(org, rates)
  return rates
}

/** Counts a person who joined, unless an administrator invited them, and offers a lockdown if there are too many. */
export async function noteJoin(mutation: Mutation, invitation: Invitation | undefined): Promise<void> {
  const { org, now } = mutation
  if (isInvitedByAdministrator(org, invitation)) return
  const rates = ratesOf(org)
  const { joins, stopped } = rates
  const nowMs = now.getTime()
  const recent = joins.recent(nowMs) + 1
  mutation.onCommit(() => joins.note(nowMs))
  if (!isMany('joins', recent, 0)) return
  if (!rates.usualJoins || Math.abs(nowMs - rates.usualJoins.at) >= recentMs)
    rates.usualJoins = { count: usualJoins(org.get(peopleCache).byId.values(), nowMs), at: nowMs }
  if (!isMany('joins', recent, rates.usualJoins.count)) return
  await offerLockdown(mutation, { joins: recent, stopped: stopped.recent(nowMs) })
}

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
