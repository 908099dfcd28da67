/** Which part of a list's ids is drawn: real rows, never more than some. */
export interface Window {
  /** Indexes into the ids; `to` is one behind the last. */
  readonly from: number
  readonly to: number
}

export const maxRows = 120
export const step = 8
/** Rows of a step have so much to say together, or are a single one: what is long takes long to lay out. */
export const stepSize = 24_000
/** Lines at first, about a screen of them; where that was too little, more is drawn right afterwards. */
const firstLines = 36
/** Of HTML. */
const lineLength = 150

interface Beginning {
  readonly lines?: number
  /** How long the HTML of the message at an index is. */
  sizeOf?(index: number): number
}

/** Around an index, as many rows as are drawn at first: a third above it, where there are as many. */
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
  /** How many ids there are. */
  readonly count: number
  /** Rows at the other end that may go. */
  readonly spare?: number
  /** How long the HTML of the message at an index is. */
  sizeOf?(index: number): number
}

/** More rows at one end; at the other go those that are `spare`, and more when there are too many. */
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
