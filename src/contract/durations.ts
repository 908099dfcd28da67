export type DurationUnit = 'minute' | 'hour' | 'day'

export const unitSecs: Readonly<Record<DurationUnit, number>> = { minute: 60, hour: 3_600, day: 86_400 }

const units: readonly DurationUnit[] = ['day', 'hour', 'minute']

/** The largest unit that divides a duration; undefined if there is none. */
const unitOf = (secs: number): DurationUnit | undefined =>
  units.find((unit) => secs >= unitSecs[unit] && secs % unitSecs[unit] === 0)

/** A duration in words: “2 hours”. */
export function durationText(secs: number, locale: string): string {
  const unit = unitOf(secs)
  const size = unit ? unitSecs[unit] : 1
  const style = { style: 'unit', unit: unit ?? 'second', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, style).format(secs / size)
}
