export interface Window {
  /** Indexes into the IDs; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

export const maxRows = 120
export const step = 8
/** Maximum characters of HTML per step, because long messages take long to lay out. A single row may exceed it. */
export const stepSize = 24_000
/** Lines at first, about one screen. If that's too few, more are rendered right afterwards. */
const firstLines = 36
const lineLength = 150

interface Beginning {
  readonly lines?: number
  sizeOf?(index: number): number
}

/** The first window around an index, a third of it above where possible. */
export function around(index: number, count: number, { lines = firstLines, sizeOf = () => 0 }: Beginning = {}): Window {
  let [from, to, left] = [index, index, lines]
  const linesOf = (at: number) => 1 + Math.floor(sizeOf(at) / lineLength)
  const down = (until: number) => {
    while (to < count && left > until) left -= linesOf(to++)
  }
  down(lines / 3)
  while (from > 0 && left > 0) left -= linesOf(--from)
  down(0)
  return { from, to }
}

interface Growth {
  readonly direction: 'up' | 'down'
  readonly count: number
  /** Rows at the other end that can be removed. */
  readonly spare?: number
  sizeOf?(index: number): number
}

/** Adds rows at one end; removes `spare` rows at the other, and more if there are too many. */
export function grown({ from, to }: Window, { direction, count, spare = 0, sizeOf = () => 0 }: Growth): Window {
  const kept = Math.max(1, to - from - spare)
  const [first, by, most] = direction === 'up' ? [from - 1, -1, from] : [to, 1, count - to]
  let [rows, size] = [0, 0]
  while (rows < Math.min(step, most)) {
    size += sizeOf(first + rows * by)
    if (rows > 0 && size > stepSize) break
    rows++
  }
  if (direction === 'up') return { from: from - rows, to: Math.min(from + kept, from - rows + maxRows) }
  return { from: Math.max(to - kept, to + rows - maxRows), to: to + rows }
}

/**
 * The window after IDs were added or removed. Includes new rows at the end; `follows` drops the first ones for them.
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
  if (end - start > maxRows) {
    if (follows) start = end - maxRows
    else end = start + maxRows
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
