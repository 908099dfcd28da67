/** Milliseconds before the next attempt: the first pause, doubled with each failed attempt up to the longest. */
export const backoffMs = (attempts: number, firstMs: number, longestMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), longestMs)
