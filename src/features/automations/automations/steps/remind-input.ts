import { bool, int, z } from '#contract'
import { maxReminders, maxWaitMinutes } from '../limits.ts'
import { Post, PostOut } from './post-input.ts'

const kind = z.literal('remind')

/** Posts a message after a time and, with `repeats`, again and again until the topic is resolved. */
export const Remind = z.object({
  ...Post.shape,
  kind,
  minutes: int.min(1).max(maxWaitMinutes),
  repeats: bool.default(false),
})
export type Remind = z.output<typeof Remind>

export const RemindOut = z.object({ ...PostOut.shape, kind, minutes: int, repeats: bool })

/** How often a step that repeats posts, unless the topic is resolved before. */
export const remindersOf = (minutes: number): number => Math.min(maxReminders, Math.floor(maxWaitMinutes / minutes))
