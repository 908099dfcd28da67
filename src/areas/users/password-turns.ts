import { rateLimitHit } from '#contract'
import { Doors, laneOf } from '#platform/turns'

/** Passwords that may wait before one: some seconds' worth. Whoever comes later is told to come again. */
export const mostWaiting = 50

/** Each takes a thread for tens of milliseconds, and the threads are few and everybody's. */
const passwords = new Doors({ most: 1 })

/** Hashes or checks passwords one after the other; the lane says whose they are. */
export const inTurn = <T>(work: () => Promise<T>, lane = laneOf(0)): Promise<T> => passwords.through(lane, work)

/** The same for what clients ask for; refuses when too many would have their turns before. */
export async function inShortTurn<T>(lane: string, work: () => Promise<T>): Promise<T> {
  if (passwords.ahead(lane) < mostWaiting) return inTurn(work, lane)
  throw rateLimitHit(1)
}
