import { z } from '#contract'
import { Schedule, ScheduleOut } from './schedule-input.ts'

/** A new kind of trigger is one more file, and a line in both lists. */
export const Trigger = z.discriminatedUnion('kind', [Schedule])
export type Trigger = z.output<typeof Trigger>
export const TriggerOut = z.discriminatedUnion('kind', [ScheduleOut])
