import { ChannelId, ChannelIdOut, GroupId, GroupIdOut, int, list, text, UserId, UserIdOut, z } from '#contract'
import { maxTopicLength } from '../../../channels/channels/limits.ts'
import { maxStepRecipients, maxStepTextLength, maxWaitMinutes } from '../limits.ts'
import { FormFieldOut, FormFields } from './form-field-input.ts'

export const askTargets = ['person', 'topic', 'group'] as const

/** Sends a form, and waits until it's answered. */
export const Ask = z.object({
  kind: z.literal('ask'),
  /** The person who triggered the run; a topic, where the first answer counts; or each member of `group_id`. */
  to: z.enum(askTargets),
  /** With `topic`: null for the channel and topic where the run was triggered. */
  stream_id: ChannelId.nullable().default(null),
  topic: text({ trim: true, max: maxTopicLength }).default(''),
  /** With `topic`: people who can answer; without them and `group_id`, everyone who can read the message. */
  user_ids: list(UserId, { min: 1, max: maxStepRecipients }).nullable().default(null),
  /** With `topic`: the group whose members can answer. With `group`: the group whose members are asked. */
  group_id: GroupId.nullable().default(null),
  text: text({ trim: true, min: 1, max: maxStepTextLength }),
  fields: FormFields,
  /** Null for the longest possible wait. */
  deadline_minutes: int.min(1).max(maxWaitMinutes).nullable().default(null),
})
export type Ask = z.output<typeof Ask>

export const AskOut = z.object({
  kind: z.literal('ask'),
  to: z.enum(askTargets),
  stream_id: ChannelIdOut.nullable(),
  topic: z.string(),
  user_ids: z.array(UserIdOut).nullable(),
  group_id: GroupIdOut.nullable(),
  text: z.string(),
  fields: z.array(FormFieldOut),
  deadline_minutes: int.nullable(),
})
export type StoredAsk = z.input<typeof AskOut>
