import { percentile } from '../row.ts'

/** Only CPU time is meaningful next to other work, so only its ratios decide whether a comparison fails. */
export type Kind = 'CPU' | 'rate' | 'time' | 'memory' | 'bytes'

export interface Measure {
  readonly what: string
  readonly kind: Kind
  readonly unit: string
  readonly value: number
}

export const cpu = (what: string, unit: string, value: number): Measure => ({ what, kind: 'CPU', unit, value })
export const rate = (what: string, value: number): Measure => ({ what, kind: 'rate', unit: '/s', value })
export const memory = (what: string, value: number): Measure => ({ what, kind: 'memory', unit: 'MB PSS', value })

export function times(what: string, durations: readonly number[]): Measure[] {
  const sorted = [...durations].sort((a, b) => a - b)
  return ([0.5, 0.99] as const).map((share) => ({
    what: `${what}, p${share * 100}`,
    kind: 'time',
    unit: 'ms',
    value: percentile(sorted, share),
  }))
}

/** How many times better the working tree is: above 1 is better, whatever the kind. */
export const ratio = (kind: Kind, here: number, there: number): number =>
  kind === 'rate' ? here / there : there / here

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

export interface Comparison {
  readonly what: string
  readonly kind: Kind
  readonly unit: string
  readonly here: number
  readonly there: number
  /** Of each round, ascending. */
  readonly ratios: readonly number[]
}

/** Pairs what both builds measured in the same round; what only one of them can measure is left out. */
export function compare(rounds: readonly { here: readonly Measure[]; there: readonly Measure[] }[]): Comparison[] {
  const pairs = new Map<string, { measure: Measure; values: [number, number][] }>()
  for (const { here, there } of rounds)
    for (const measure of here) {
      const other = there.find(({ what }) => what === measure.what)
      if (!other) continue
      const pair = pairs.get(measure.what) ?? { measure, values: [] }
      pair.values.push([measure.value, other.value])
      pairs.set(measure.what, pair)
    }
  return [...pairs.values()].map(({ measure: { what, kind, unit }, values }) => ({
    ...{ what, kind, unit },
    here: median(values.map(([value]) => value)),
    there: median(values.map(([, value]) => value)),
    ratios: values.map(([value, other]) => ratio(kind, value, other)).sort((a, b) => a - b),
  }))
}

/** CPU times whose median ratio is below the limit. */
export const below = (comparisons: readonly Comparison[], limit: number): Comparison[] =>
  comparisons.filter(({ kind, ratios }) => kind === 'CPU' && median(ratios) < limit)

export function table(comparisons: readonly Comparison[], name: string): string {
  const number = (value: number) => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
  const rows = comparisons.map(({ what, unit, here, there, ratios }) => {
    const [least, most] = [ratios[0] as number, ratios.at(-1) as number]
    const shown = `${least.toFixed(2)} / **${median(ratios).toFixed(2)}** / ${most.toFixed(2)}`
    return `| ${what} | ${unit} | ${number(there)} | ${number(here)} | ${shown} |`
  })
  return [`| | | ${name} | working tree | ratio: min / median / max |`, '|---|---|---|---|---|', ...rows].join('\n')
}
