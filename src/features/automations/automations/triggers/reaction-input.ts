import { ChannelId, ChannelIdOut, z } from '#contract'
import { emojiFields, emojiFieldsOut } from '../emoji-input.ts'

/** Runs when someone reacts to a message with this emoji. */
export const ReactionTrigger = z.object({
  kind: z.literal('reaction'),
  /** Null for all public channels, or the automation's channel if it has one. */
  stream_id: ChannelId.nullable().default(null),
  ...emojiFields,
})

export const ReactionTriggerOut = z.object({
  kind: z.literal('reaction'),
  stream_id: ChannelIdOut.nullable(),
  ...emojiFieldsOut,
})
