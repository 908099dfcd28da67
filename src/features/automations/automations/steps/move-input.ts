import { ChannelId, ChannelIdOut, text, z } from '#contract'
import { maxTopicLength } from '../../../channels/channels/limits.ts'

const kind = z.literal('move')
const what = z.enum(['topic', 'message'])

/** Moves the topic of the message that started the run, or only the message. */
export const Move = z.object({
  kind,
  what: what.default('topic'),
  /** Null to stay in the channel. */
  stream_id: ChannelId.nullable().default(null),
  /** Null to keep the topic's name. */
  topic: text({ trim: true, max: maxTopicLength }).nullable().default(null),
})
export type Move = z.output<typeof Move>

export const MoveOut = z.object({ kind, what, stream_id: ChannelIdOut.nullable(), topic: z.string().nullable() })
