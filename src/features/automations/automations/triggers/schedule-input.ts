import { list, z } from '#contract'
import { clock } from '../../../people/quiet-times/wire.ts'
import { timeZone } from '../../../people/users/input.ts'

export const repeats = ['daily', 'weekdays', 'weekly', 'monthly'] as const

const weekday = z.int().min(1).max(7)

/** Runs at a local time, such as `09:30`. */
export const Schedule = z
  .object({
    kind: z.literal('schedule'),
    repeat: z.enum(repeats),
    /** For `weekly`: 1 is Monday, 7 is Sunday. */
    weekdays: list(weekday, { max: 7 }).default([]),
    /** For `monthly`: the day of the month, or the last one of shorter months. */
    day: z.int().min(1).max(31).default(1),
    time: clock,
    /** An IANA time zone; UTC if it's empty. */
    timezone: timeZone,
  })
  .refine(({ repeat, weekdays }) => repeat !== 'weekly' || weekdays.length > 0, {
    path: ['weekdays'],
    message: 'must have at least one weekday',
  })

export const ScheduleOut = z.object({
  kind: z.literal('schedule'),
  repeat: z.enum(repeats),
  weekdays: z.array(z.int()),
  day: z.int(),
  time: z.string(),
  timezone: z.string(),
})
export type ScheduleOut = z.infer<typeof ScheduleOut>
