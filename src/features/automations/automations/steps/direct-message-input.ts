import { list, text, UserId, UserIdOut, z } from '#contract'
import { maxStepRecipients, maxStepTextLength } from '../limits.ts'

/** Sends a direct message to one or more people, who see each other, or to the person who started the run. */
export const DirectMessage = z.object({
  kind: z.literal('direct_message'),
  /** Null for the person of the cause. */
  user_ids: list(UserId, { min: 1, max: maxStepRecipients }).nullable(),
  text: text({ trim: true, min: 1, max: maxStepTextLength }),
})
export type DirectMessage = z.output<typeof DirectMessage>

export const DirectMessageOut = z.object({
  kind: z.literal('direct_message'),
  user_ids: z.array(UserIdOut).nullable(),
  text: z.string(),
})
