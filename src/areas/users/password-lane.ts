import { ApiError } from '#contract'

/** Passwords that wait to be checked: some seconds' worth. Whoever comes later is told to come again. */
export const mostWaiting = 50

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Hashes or checks passwords one after the other: each takes a thread for tens of milliseconds, and the threads are
 * few and everybody's.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  waiting++
  const done = last.then(work)
  last = done.catch(() => {}).finally(() => waiting--)
  return done
}

/** The same for what clients ask for; refuses when too many wait already. */
export async function inShortTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting < mostWaiting) return inTurn(work)
  throw new ApiError(
    429,
    'RATE_LIMIT_HIT',
    'API usage exceeded rate limit',
    { 'retry-after': 1 },
    { 'Retry-After': '1' },
  )
}
