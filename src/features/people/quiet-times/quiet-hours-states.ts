import { instantOf, localDay, weekdayOf } from './local-time.ts'
import type { QuietSpan, QuietTime } from './wire.ts'

const dayMinutes = 1_440
const weekMs = 7 * dayMinutes * 60_000

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

interface Stretch {
  readonly from: number
  readonly to: number
}

function* stretchesOn(
  zone: string,
  hours: readonly Pick<QuietSpan, 'weekdays' | 'from' | 'to'>[],
  firstDay: number,
  lastDay: number,
): Generator<Stretch> {
  for (let day = firstDay; day <= lastDay; day++)
    for (const { weekdays, from, to } of hours) {
      if (!weekdays.includes(weekdayOf(day))) continue
      const [begin, end] = [minutesOf(from), minutesOf(to)]
      yield { from: instantOf(zone, day, begin), to: instantOf(zone, end > begin ? day : day + 1, end) }
    }
}

/** Whether notifications are quiet, and until when; times in UNIX milliseconds. */
export interface Quiet {
  /** Null if not quiet. */
  readonly until: number | null
  /** The next scheduled change: the end of the quiet time, or the beginning of the next. */
  readonly next: number
}

/** UNIX milliseconds. Adjacent ranges are one quiet time; one longer than a week is checked again then. */
export function quietAt({ paused_until, ended_until, hours }: QuietTime, zone: string, now: number): Quiet {
  const pausedUntil = (paused_until ?? 0) * 1000
  const endedUntil = (ended_until ?? 0) * 1000
  const today = localDay(zone, now)
  const stretches = [...stretchesOn(zone, hours, today - 1, today + 8)].filter(
    ({ from, to }) => from >= endedUntil && to > now,
  )
  if (pausedUntil > now) stretches.push({ from: now, to: pausedUntil })
  let until = now
  for (;;) {
    const further = Math.max(...stretches.filter(({ from }) => from <= until).map(({ to }) => to))
    if (!(further > until)) break
    until = further
  }
  if (until > now) return { until, next: until }
  return { until: null, next: Math.min(now + weekMs, ...stretches.map(({ from }) => from)) }
}
