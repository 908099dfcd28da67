import { type Measure, median } from '../against/measure.ts'

/** A column per server, with the medians of the rounds; what a server hasn't measured is a dash. */
export function table(names: readonly string[], results: ReadonlyMap<string, readonly Measure[]>): string {
  const rows = new Map<string, string>()
  for (const measures of results.values()) for (const { what, unit } of measures) rows.set(what, unit)
  const cell = (name: string, what: string): string => {
    const values = (results.get(name) ?? []).filter((measure) => measure.what === what).map(({ value }) => value)
    return values.length === 0 ? '–' : shown(median(values))
  }
  const lines = [...rows].map(([what, unit]) => [what, unit, ...names.map((name) => cell(name, what))])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(['', '', ...names]), `|${'---|'.repeat(names.length + 2)}`, ...lines.map(line)].join('\n')
}

const shown = (value: number): string => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
