import { instantOf, localDay, weekdayOf } from '../../../people/quiet-times/local-time.ts'
import { minutesOf } from '../../../people/quiet-times/quiet-hours-states.ts'
import type { ScheduleOut } from './schedule-input.ts'

const dayMs = 86_400_000

function isOn({ repeat, weekdays, day }: ScheduleOut, localDay: number): boolean {
  if (repeat === 'daily') return true
  if (repeat === 'weekdays') return weekdayOf(localDay) <= 5
  if (repeat === 'weekly') return weekdays.includes(weekdayOf(localDay))
  const date = new Date(localDay * dayMs)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(day, last)
}

/**
 * The first time after an instant. A time that the clock skips is when it's set forward; one that occurs twice is the
 * first of the two.
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
