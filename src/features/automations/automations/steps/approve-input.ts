import { bool, ChannelId, ChannelIdOut, GroupId, GroupIdOut, int, list, text, UserId, UserIdOut, z } from '#contract'
import { maxTopicLength } from '../../../channels/channels/limits.ts'
import { maxStepRecipients, maxStepTextLength, maxWaitMinutes } from '../limits.ts'

/** Asks for approval, and waits until someone approves or declines. Only an approval continues the run. */
export const Approve = z.object({
  kind: z.literal('approve'),
  /** Asks in a direct message to `user_ids`, rather than in a topic. */
  is_direct: bool.default(false),
  /** Null for the channel and topic where the run was triggered, and for direct messages. */
  stream_id: ChannelId.nullable().default(null),
  topic: text({ trim: true, max: maxTopicLength }).default(''),
  /** People who can answer; without them and `group_id`, everyone who can read the message. */
  user_ids: list(UserId, { min: 1, max: maxStepRecipients }).nullable().default(null),
  /** The group whose members can answer. */
  group_id: GroupId.nullable().default(null),
  text: text({ trim: true, min: 1, max: maxStepTextLength }),
  /** Posted if the request is declined or expires; can be empty. */
  declined_text: text({ trim: true, max: maxStepTextLength }).default(''),
  /** Null for the longest possible wait. */
  deadline_minutes: int.min(1).max(maxWaitMinutes).nullable().default(null),
})
export type Approve = z.output<typeof Approve>

export const ApproveOut = z.object({
  kind: z.literal('approve'),
  is_direct: bool,
  stream_id: ChannelIdOut.nullable(),
  topic: z.string(),
  user_ids: z.array(UserIdOut).nullable(),
  group_id: GroupIdOut.nullable(),
  text: z.string(),
  declined_text: z.string(),
  deadline_minutes: int.nullable(),
})
export type StoredApprove = z.input<typeof ApproveOut>
