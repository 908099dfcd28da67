import { ChannelId, ChannelIdOut, z } from '#contract'

/** Runs when someone resolves a topic. */
export const TopicResolvedTrigger = z.object({
  kind: z.literal('topic_resolved'),
  /** Null for all public channels, or the automation's channel if it has one. */
  stream_id: ChannelId.nullable().default(null),
})

export const TopicResolvedTriggerOut = z.object({
  kind: z.literal('topic_resolved'),
  stream_id: ChannelIdOut.nullable(),
})
