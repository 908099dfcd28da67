/** Some rows of a long list: drawn ones, or as many as a gap stands for. */
export type Run = { readonly from: number; readonly to: number; readonly isDrawn: boolean }

export interface Sight {
  /** How many rows the list has. */
  readonly count: number
  /** In px, from the first row to the upper edge of what is seen; negative where that lies above the list. */
  readonly top: number
  /** How much is seen, in px. */
  readonly height: number
  /** Of a row, in px. */
  readonly rowHeight: number
  /** By how much single rows are higher than that, in px by index. */
  readonly taller: ReadonlyMap<number, number>
}

/** Ranges change in steps, so that little scrolling draws nothing anew. */
const step = 16

/** The first and one behind the last row that is in sight or within a screen of it. */
export function nearRows({ count, top, height, rowHeight, taller }: Sight): { from: number; to: number } {
  const indexAt = (px: number): number => {
    let rest = px
    for (const [index, more] of [...taller].sort(([a], [b]) => a - b)) {
      if (rest < (index + 1) * rowHeight) break
      rest = Math.max((index + 1) * rowHeight - 1, rest - more)
    }
    return rest / rowHeight
  }
  const from = Math.floor(indexAt(top - height) / step) * step
  const to = Math.ceil((indexAt(top + 2 * height) + 1) / step) * step
  return { from: Math.max(0, Math.min(from, count)), to: Math.max(0, Math.min(to, count)) }
}

/** All rows in order: those that are near are drawn, and some that must be wherever they are. */
export function runsOf(count: number, near: { from: number; to: number }, always: readonly number[]): Run[] {
  const drawn = [near, ...always.filter((at) => at >= 0 && at < count).map((at) => ({ from: at, to: at + 1 }))]
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from)
  const runs: Run[] = []
  let next = 0
  for (const { from, to } of drawn) {
    if (to <= next) continue
    if (from > next) runs.push({ from: next, to: from, isDrawn: false })
    runs.push({ from: Math.max(from, next), to, isDrawn: true })
    next = to
  }
  if (next < count) runs.push({ from: next, to: count, isDrawn: false })
  return runs
}
