import { list, text, UserId, UserIdOut, z } from '#contract'
import { maxStepRecipients, maxStepTextLength } from '../limits.ts'

/** Sends a direct message to one or more people as a group, or to the person who triggered the run. */
export const DirectMessage = z.object({
  kind: z.literal('direct_message'),
  /** Null for the person who triggered the run. */
  user_ids: list(UserId, { min: 1, max: maxStepRecipients }).nullable(),
  text: text({ trim: true, min: 1, max: maxStepTextLength }),
})
export type DirectMessage = z.output<typeof DirectMessage>

export const DirectMessageOut = z.object({
  kind: z.literal('direct_message'),
  user_ids: z.array(UserIdOut).nullable(),
  text: z.string(),
})
