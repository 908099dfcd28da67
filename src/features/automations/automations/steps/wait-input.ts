import { int, z } from '#contract'
import { maxWaitMinutes } from '../limits.ts'

/** Waits before the next step. */
export const Wait = z.object({ kind: z.literal('wait'), minutes: int.min(1).max(maxWaitMinutes) })
export type Wait = z.output<typeof Wait>
