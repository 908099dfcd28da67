import type { Section } from './emoji-sections.ts'

/** A row of emoji. `from` and `to` count through all sections; `to` is exclusive. */
export interface Line {
  /** Index of the section, and of the row within it. */
  readonly section: number
  readonly row: number
  readonly from: number
  readonly to: number
}

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

/** Heights in pixels. `heading` is 0 if sections have none. */
export interface Measures {
  readonly heading: number
  readonly row: number
}

export const topOf = (index: number, { section }: Line, { heading, row }: Measures): number =>
  index * row + (section + 1) * heading

/** Extra rows rendered above and below the viewport, for fast scrolling. */
const spare = 3

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

/** Index after a step; unchanged at an end. */
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
