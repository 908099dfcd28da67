import { rateLimitHit, type UserId } from '#contract'
import { LastMinute, type Organization } from '#platform/organization'
import { quotasOf } from '../../../people/organization/quotas.ts'
import { messageReceived } from '../api/send.ts'

/** One account's maximum share of the sending limit, so that a flooding program leaves room for others. */
const shareOfOne = 1 / 2
/** Minimum retry delay, for when messages still being sent exceed the limit. */
const soonSecs = 1

interface Sending {
  underWay: number
  /** By sender. */
  readonly begun: LastMinute
}
const sending = new WeakMap<Organization, Sending>()

export const sentLastMinute = (org: Organization): number => org.lastMinute.count(messageReceived.type)

/** Throws an error with the retry delay if the organization is over its limit. */
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
