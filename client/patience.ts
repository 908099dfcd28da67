import { ApiError } from '#contract'

/** Seconds before the next attempt, by the number of failures. */
const backOffSecs = [0, 1, 2, 5, 10, 20, 30]

/**
 * Delay in ms after that many failures: at least the server's Retry-After, with jitter so that clients don't return at
 * once.
 */
export function waitMs(failures: number, problem: unknown): number {
  const secs = backOffSecs[Math.min(failures, backOffSecs.length - 1)] as number
  const asked = problem instanceof ApiError ? Number(problem.fields['retry-after'] ?? 0) : 0
  return Math.max(secs, asked) * 1000 * (1 + Math.random() / 4)
}
