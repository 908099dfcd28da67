import { ChannelId, ChannelIdOut, z } from '#contract'

/** Runs when someone joins the channel or is added to it. */
export const JoinedChannelTrigger = z.object({
  kind: z.literal('joined_channel'),
  /** Null for the automation's channel. */
  stream_id: ChannelId.nullable().default(null),
})

export const JoinedChannelTriggerOut = z.object({
  kind: z.literal('joined_channel'),
  stream_id: ChannelIdOut.nullable(),
})
