import { dayMs } from '#contract'
/** What was taken counts as not done after this: the process that took it must have ended. */
export const leaseMs = 60_000
const firstPauseMs = 5_000
const longestPauseMs = 15 * 60_000
/** What could not be handed over for so long is worth nothing any more. A relay takes no older registration either. */
export const patienceMs = dayMs
/** How long what waits for a relay waits where there is none. */
export const idleMs = 3_600_000

/** How long to wait after so many attempts: 5 seconds, then twice as long each time, at most a quarter of an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestPauseMs)

const longestWishMs = 3_600_000

/** Who failed may say when to come back (RFC 9110, section 10.2.3: seconds); no wish is longer than an hour to us. */
export class ComeBackLater extends Error {
  readonly afterMs: number
  constructor(message: string, retryAfter: string | null) {
    super(message)
    const seconds = Number(retryAfter)
    this.afterMs = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1000, longestWishMs) : 0
  }
}

/** The pause that follows an attempt that failed with an error. */
export const pauseFor = (attempts: number, error: unknown): number =>
  Math.max(pauseAfter(attempts), error instanceof ComeBackLater ? error.afterMs : 0)
