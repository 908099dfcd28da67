import { rateLimitHit } from '#contract'
import { queueKeyOf, Semaphore } from '#platform/fair-queues'

/** Maximum passwords waiting ahead: a few seconds' worth. Later requests have to retry. */
export const maxQueued = 50

/** Each occupies one of a few shared threads for tens of milliseconds. */
const passwords = new Semaphore({ most: 1 })

/** Runs password hashing one at a time; the lane is the organization's. */
export const inQueue = <T>(work: () => Promise<T>, queueKey = queueKeyOf(0)): Promise<T> =>
  passwords.through(queueKey, work)

/** For client requests; throws if too many are waiting ahead. */
export async function inShortQueue<T>(queueKey: string, work: () => Promise<T>): Promise<T> {
  if (passwords.ahead(queueKey) < maxQueued) return inQueue(work, queueKey)
  throw rateLimitHit(1)
}
