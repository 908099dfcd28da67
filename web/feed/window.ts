/** Which part of a list's ids is drawn: real rows, never more than some. */
export interface Window {
  /** Indexes into the ids; `to` is one behind the last. */
  readonly from: number
  readonly to: number
}

export const mostRows = 120
export const step = 8
/** Rows at first: more than a screen of the shortest ones. */
const firstRows = 36

/** Around an index, as many rows as are drawn at first. */
export function around(index: number, count: number, size = firstRows): Window {
  const from = Math.max(0, Math.min(index - Math.floor(size / 3), count - size))
  return { from, to: Math.min(count, from + size) }
}

/** More rows at one end; at the other go those that are `spare`, and more when there are too many. */
export function grown({ from, to }: Window, direction: 'up' | 'down', count: number, spare = 0): Window {
  const kept = Math.max(1, to - from - spare)
  if (direction === 'up') {
    const start = Math.max(0, from - step)
    return { from: start, to: Math.min(from + kept, start + mostRows) }
  }
  const end = Math.min(count, to + step)
  return { from: Math.max(to - kept, end - mostRows), to: end }
}

/**
 * The same rows after ids came or went: bounded by the ids that were first and last, as far as these are left. Rows that
 * come behind the last one that there was are drawn too; `follows` lets the first ones go for them.
 */
export function kept(
  before: readonly number[],
  { from, to }: Window,
  after: readonly number[],
  follows: boolean,
): Window {
  if (after.length === 0) return { from: 0, to: 0 }
  const first = before[from]
  const last = before[to - 1]
  const wasAtEnd = to === before.length
  let start = first === undefined ? 0 : lowerBound(after, first)
  let end = wasAtEnd || last === undefined ? after.length : lowerBound(after, last + 0.5)
  if (end <= start) {
    start = Math.max(0, Math.min(start, after.length - 1))
    end = Math.min(after.length, start + step)
  }
  if (end - start > mostRows) {
    if (follows) start = end - mostRows
    else end = start + mostRows
  }
  return { from: start, to: end }
}

function lowerBound(ids: readonly number[], value: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ids[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
