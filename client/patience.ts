import { ApiError } from '#contract'

/** Seconds before the next attempt, after so many that failed. */
const backOffSecs = [0, 1, 2, 5, 10, 20, 30]

/** How long to wait after so many attempts that failed, the last one for a problem: at least as long as the server asks for; spread, so that everybody who was cut off does not come back at once. */
export function waitMs(failures: number, problem: unknown): number {
  const secs = backOffSecs[Math.min(failures, backOffSecs.length - 1)] as number
  const asked = problem instanceof ApiError ? Number(problem.fields['retry-after'] ?? 0) : 0
  return Math.max(secs, asked) * 1000 * (1 + Math.random() / 4)
}
