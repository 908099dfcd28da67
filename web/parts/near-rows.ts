/** A run of rows in a long list: rendered, or replaced by a gap. */
export type Run = { readonly from: number; readonly to: number; readonly isDrawn: boolean }

export interface Viewport {
  readonly count: number
  /** In px, from the first row to the top of the viewport; negative if that's above the list. */
  readonly top: number
  readonly height: number
  readonly rowHeight: number
  /** Extra height of single rows, in px by index. */
  readonly taller: ReadonlyMap<number, number>
}

/** Ranges change in steps, to rerender less while scrolling. */
const step = 16

/** Range of rows in the viewport or within a screen of it; `to` is exclusive. */
export function nearRows({ count, top, height, rowHeight, taller }: Viewport): { from: number; to: number } {
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

/** All rows as runs: those near the viewport and those in `always` are rendered. */
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
