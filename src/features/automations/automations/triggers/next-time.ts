import { dayMs } from '#contract'
import { instantOf, localDay, weekdayOf } from '../../../people/quiet-times/local-time.ts'
import { minutesOf } from '../../../people/quiet-times/quiet-hours-states.ts'
import type { ScheduleOut } from './schedule-input.ts'

function isOn({ repeat, weekdays, day }: ScheduleOut, onDay: number): boolean {
  if (repeat === 'daily') return true
  if (repeat === 'weekdays') return weekdayOf(onDay) <= 5
  if (repeat === 'weekly') return weekdays.includes(weekdayOf(onDay))
  const date = new Date(onDay * dayMs)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(day, last)
}

/**
 * The next run after an instant. A time skipped by daylight saving time runs when the clock moves forward; one that occurs
 * twice runs the first time.
 */
export function nextTime(schedule: ScheduleOut, after: Date): Date | null {
  const { timezone, time } = schedule
  const today = localDay(timezone, after.getTime())
  for (let day = today - 1; day <= today + 62; day++) {
    if (!isOn(schedule, day)) continue
    const instant = instantOf(timezone, day, minutesOf(time))
    if (instant > after.getTime()) return new Date(instant)
  }
  return null
}
