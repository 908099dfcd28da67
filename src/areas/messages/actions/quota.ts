import { rateLimitHit, type UserId } from '#contract'
import { LastMinute, type Organization } from '#platform/organization'
import { quotasOf } from '../../organization/quotas.ts'
import { messageReceived } from '../api/send.ts'

/**
 * The maximum share of the organization's sending limit for one account, so that a flooding program leaves room for
 * others.
 */
const shareOfOne = 1 / 2
/** Minimum retry delay, for when messages still being sent exceed the limit. */
const soonSecs = 1

/** This process's messages being sent. */
interface Sending {
  /** Not written yet. */
  underWay: number
  /** By sender. */
  readonly begun: LastMinute
}
const sending = new WeakMap<Organization, Sending>()

/** Messages sent in the last minute by all users and processes. */
export const sentLastMinute = (org: Organization): number => org.lastMinute.count(messageReceived.type)

/**
 * Runs `work`, which sends a message, if the organization is within its limit; otherwise throws an error with the retry
 * delay.
 */
export async function withinQuota<T>(
  org: Organization,
  senderId: UserId | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const { messages_per_minute: most } = quotasOf(org, org.services.config)
  if (most === null) return work()
  const own = sending.get(org) ?? { underWay: 0, begun: new LastMinute(() => org.now().getTime()) }
  sending.set(org, own)
  const sender = String(senderId)
  const waitMs = Math.max(
    org.lastMinute.waitMs(messageReceived.type, most - own.underWay),
    own.begun.waitMs(sender, Math.ceil(most * shareOfOne)),
  )
  if (waitMs > 0 || own.underWay >= most) throw rateLimitHit(Math.max(soonSecs, Math.ceil(waitMs / 1000)))
  own.underWay++
  try {
    const done = await work()
    own.begun.add(sender)
    return done
  } finally {
    own.underWay--
  }
}
