/** Milliseconds before the next attempt: exponential backoff with a maximum. */
export const backoffMs = (attempts: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), longestMs)
