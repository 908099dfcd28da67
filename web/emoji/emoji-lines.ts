import type { Section } from './emoji-sections.ts'

/** A row of emoji in the list. `from` and `to` count through all sections; `to` is one past the last. */
export interface Line {
  /** Which section it is in, and which row of that section it is. */
  readonly section: number
  readonly row: number
  readonly from: number
  readonly to: number
}

/** The rows of all sections: each section begins a new row. */
export function linesOf(sections: readonly Pick<Section, 'emoji'>[], columns: number): Line[] {
  const lines: Line[] = []
  let begin = 0
  for (const [section, { emoji }] of sections.entries()) {
    for (let at = 0; at < emoji.length; at += columns)
      lines.push({
        section,
        row: at / columns,
        from: begin + at,
        to: begin + Math.min(at + columns, emoji.length),
      })
    begin += emoji.length
  }
  return lines
}

/** In pixels. `heading` is 0 where sections have none. */
export interface Measures {
  readonly heading: number
  readonly row: number
}

/** Where a line begins, from the top of the list. */
export const topOf = (index: number, { section }: Line, { heading, row }: Measures): number =>
  index * row + (section + 1) * heading

/** So many rows above and below what's in sight are drawn too, for fast scrolling. */
const spare = 3

/** The lines in sight and a few around them, and the one at an index of an emoji. */
export function drawnLines(
  lines: readonly Line[],
  measures: Measures,
  { top, height, here }: { top: number; height: number; here: number },
): ReadonlySet<Line> {
  const margin = spare * measures.row
  const near = lines.filter((line, index) => {
    const begin = topOf(index, line, measures)
    return begin + measures.row > top - margin && begin < top + height + margin
  })
  const own = lines.find(({ from, to }) => here >= from && here < to)
  return new Set(own ? [...near, own] : near)
}

export type Step = 'next' | 'previous' | 'down' | 'up' | 'next section' | 'previous section'

/** The index of the emoji that a step leads to; the same one at an end. */
export function moved(step: Step, here: number, lines: readonly Line[]): number {
  const at = lines.findIndex(({ to }) => here < to)
  const line = lines[at]
  if (!line) return here
  switch (step) {
    case 'next':
      return Math.min((lines.at(-1) as Line).to - 1, here + 1)
    case 'previous':
      return Math.max(0, here - 1)
    case 'down':
    case 'up': {
      const other = lines[at + (step === 'down' ? 1 : -1)]
      return other ? Math.min(other.from + here - line.from, other.to - 1) : here
    }
    default: {
      const section = line.section + (step === 'next section' ? 1 : -1)
      return lines.find((one) => one.section === section)?.from ?? here
    }
  }
}
