import { rateLimitHit, type UserId } from '#contract'
import { LastMinute, type Organization } from '#platform/organization'
import { quotasOf } from '../../organization/quotas.ts'
import { messageReceived } from '../api/send.ts'

/** What one account may take of the messages that its organization may send: a program that floods leaves room for people. */
const shareOfOne = 1 / 2
/** Where what is under way would be too much, it is soon known whether it was. */
const soonSecs = 1

/** What one process lets through. */
interface Sending {
  /** Those that are not written yet. */
  underWay: number
  /** By sender. */
  readonly begun: LastMinute
}
const sending = new WeakMap<Organization, Sending>()

/** How many messages were sent in the last minute, by whoever and by whichever process. */
export const sentLastMinute = (org: Organization): number => org.lastMinute.count(messageReceived.type)

/** Does what sends somebody's message where the organization may send one more; else throws, with the time to wait. */
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
