import { ChannelId, ChannelIdOut, list, text, z } from '#contract'
import { maxTopicLength } from '../../../channels/channels/limits.ts'
import { maxTriggerWordLength, maxTriggerWords } from '../limits.ts'

export const topicMatches = ['is', 'begins_with'] as const

/** Runs when someone posts a message. */
export const MessageTrigger = z.object({
  kind: z.literal('message'),
  /** Null for all public channels, or the automation's channel if it has one. */
  stream_id: ChannelId.nullable().default(null),
  /** Case-insensitive; ignores the resolved-topic prefix. Null for any topic. */
  topic: text({ trim: true, max: maxTopicLength }).nullable().default(null),
  topic_match: z.enum(topicMatches).default('is'),
  /** Matches messages with at least one of these words or phrases, ignoring case and accents. Empty for any message. */
  words: list(text({ trim: true, min: 1, max: maxTriggerWordLength }), { max: maxTriggerWords }).default([]),
})

export const MessageTriggerOut = z.object({
  kind: z.literal('message'),
  stream_id: ChannelIdOut.nullable(),
  topic: z.string().nullable(),
  topic_match: z.enum(topicMatches),
  words: z.array(z.string()),
})
