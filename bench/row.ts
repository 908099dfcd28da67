export interface Row {
  what: string
  value: number
  unit: string
  /** The target: at most, or (for rates and ratios) at least. */
  atMost?: number
  atLeast?: number
}

export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** p50 and p99 of durations in milliseconds. */
export function spread(
  what: string,
  durations: number[],
  limits: { p50?: number; p95?: number; p99?: number } = {},
): Row[] {
  const sorted = [...durations].sort((a, b) => a - b)
  return [
    { what: `${what}, p50`, value: percentile(sorted, 0.5), unit: 'ms', ...(limits.p50 ? { atMost: limits.p50 } : {}) },
    {
      what: `${what}, p95`,
      value: percentile(sorted, 0.95),
      unit: 'ms',
      ...(limits.p95 ? { atMost: limits.p95 } : {}),
    },
    {
      what: `${what}, p99`,
      value: percentile(sorted, 0.99),
      unit: 'ms',
      ...(limits.p99 ? { atMost: limits.p99 } : {}),
    },
  ]
}

export function print(title: string, rows: readonly Row[]): void {
  console.log(`\n## ${title}\n`)
  for (const { what, value, unit, atMost, atLeast } of rows) {
    const goal = atMost !== undefined ? `<= ${atMost}` : atLeast !== undefined ? `>= ${atLeast}` : ''
    const met = atMost !== undefined ? value <= atMost : atLeast !== undefined ? value >= atLeast : undefined
    const shown = value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toFixed(3)
    console.log(`| ${what} | ${shown} ${unit} | ${goal} | ${met === undefined ? '' : met ? 'met' : 'MISSED'} |`)
  }
}
