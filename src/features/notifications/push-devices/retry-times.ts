import { dayMs } from '#contract'
import { backoffMs } from '#platform/timer'
/** After this time, taken rows count as not done: their process must have ended. */
export const leaseMs = 60_000
const firstPauseMs = 5_000
const longestPauseMs = 15 * 60_000
/** Notifications and registrations unsent for this long are dropped. A relay refuses older registrations, too. */
export const patienceMs = dayMs
/** How often to check for a relay where none is configured. */
export const idleMs = 3_600_000

/** The delay before the next attempt: 5 seconds, doubling each time up to 15 minutes. */
export const pauseAfter = (attempts: number): number => backoffMs(attempts, firstPauseMs, longestPauseMs)

const longestWishMs = 3_600_000

/** A failed service may set Retry-After (RFC 9110, section 10.2.3: seconds), which is limited to an hour. */
export class ComeBackLater extends Error {
  readonly afterMs: number
  constructor(message: string, retryAfter: string | null) {
    super(message)
    const seconds = Number(retryAfter)
    this.afterMs = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, longestWishMs) : 0
  }
}

/** The delay after a failed attempt. */
export const pauseFor = (attempts: number, error: unknown): number =>
  Math.max(pauseAfter(attempts), error instanceof ComeBackLater ? error.afterMs : 0)
