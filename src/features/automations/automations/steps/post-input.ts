import { ChannelId, ChannelIdOut, text, z } from '#contract'
import { maxTopicLength } from '../../../channels/channels/limits.ts'
import { maxStepTextLength } from '../limits.ts'

/** Posts a message in a given topic, or in the one where the run was triggered. */
export const Post = z.object({
  kind: z.literal('post'),
  /** Null for the channel and topic where the run was triggered. */
  stream_id: ChannelId.nullable(),
  topic: text({ trim: true, max: maxTopicLength }).default(''),
  text: text({ trim: true, min: 1, max: maxStepTextLength }),
})
export type Post = z.output<typeof Post>

export const PostOut = z.object({
  kind: z.literal('post'),
  stream_id: ChannelIdOut.nullable(),
  topic: z.string(),
  text: z.string(),
})
