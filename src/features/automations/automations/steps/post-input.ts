import { ChannelId, ChannelIdOut, text, z } from '#contract'
import { maxTopicLength } from '../../../channels/channels/limits.ts'
import { maxStepTextLength } from '../limits.ts'

/** Posts a text in a topic. */
export const Post = z.object({
  kind: z.literal('post'),
  stream_id: ChannelId,
  topic: text({ trim: true, max: maxTopicLength }),
  text: text({ trim: true, min: 1, max: maxStepTextLength }),
})
export type Post = z.output<typeof Post>

export const PostOut = z.object({
  kind: z.literal('post'),
  stream_id: ChannelIdOut,
  topic: z.string(),
  text: z.string(),
})
