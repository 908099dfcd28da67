import { z } from '#contract'
import { Condition, ConditionOut } from '../conditions/input.ts'

const kind = z.literal('stop_unless')

/** Ends the run, as done, unless the condition is met when this step runs. */
export const StopUnless = z.object({ kind, condition: Condition })
export type StopUnless = z.output<typeof StopUnless>

export const StopUnlessOut = z.object({ kind, condition: ConditionOut })
export type StoredStopUnless = z.input<typeof StopUnlessOut>
