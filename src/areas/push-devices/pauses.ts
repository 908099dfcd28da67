/** What was taken counts as not done after this: the process that took it must have ended. */
export const leaseMs = 60_000
const firstPauseMs = 5_000
const longestPauseMs = 15 * 60_000
/** What could not be handed over for so long is worth nothing any more. A relay takes no older registration either. */
export const patienceMs = 86_400_000
/** How long what waits for a relay waits where there is none. */
export const idleMs = 3_600_000

/** How long to wait after so many attempts: 5 seconds, then twice as long each time, at most a quarter of an hour. */
export const pauseAfter = (attempts: number): number =>
  Math.min(firstPauseMs * 2 ** Math.min(attempts - 1, 20), longestPauseMs)
