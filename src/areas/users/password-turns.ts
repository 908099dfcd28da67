import { rateLimitHit } from '#contract'
import { Doors, laneOf } from '#platform/turns'

/** Maximum passwords waiting ahead: a few seconds' worth. Later requests have to retry. */
export const mostWaiting = 50

/** Each occupies one of a few shared threads for tens of milliseconds. */
const passwords = new Doors({ most: 1 })

/** Runs password hashing one at a time; the lane is the organization's. */
export const inTurn = <T>(work: () => Promise<T>, lane = laneOf(0)): Promise<T> => passwords.through(lane, work)

/** For client requests; throws if too many are waiting ahead. */
export async function inShortTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
  if (passwords.ahead(lane) < mostWaiting) return inTurn(work, lane)
  throw rateLimitHit(1)
}
