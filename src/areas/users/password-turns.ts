import { ApiError } from '#contract'
import { Lane } from '#platform/turns'

/** Passwords that wait to be checked: some seconds' worth. Whoever comes later is told to come again. */
export const mostWaiting = 50

/** Each takes a thread for tens of milliseconds, and the threads are few and everybody's. */
const passwords = new Lane()

/** Hashes or checks passwords one after the other. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => passwords.run(work)

/** The same for what clients ask for; refuses when too many wait already. */
export async function inShortTurn<T>(work: () => Promise<T>): Promise<T> {
  if (passwords.length < mostWaiting) return inTurn(work)
  throw new ApiError(
    429,
    'RATE_LIMIT_HIT',
    'API usage exceeded rate limit',
    { 'retry-after': 1 },
    { 'Retry-After': '1' },
  )
}
