import { ChannelIdOut, endpoint, int, MessageIdOut, UserIdOut, z } from '#contract'

/**
 * Why a conversation matters, most important first: it's a direct conversation; the user is mentioned; they follow the
 * topic; they wrote in it recently; it has many messages.
 */
export const reasons = ['direct', 'mentioned', 'followed', 'participated', 'lively'] as const
export type Reason = (typeof reasons)[number]

const maxPerKind = 40

/** The beginning of a message as plain text; `mentioned_user_ids` are the users mentioned by name. */
const Line = z.object({
  message_id: MessageIdOut,
  sender_id: UserIdOut,
  timestamp: int,
  text: z.string(),
  mentioned_user_ids: z.array(UserIdOut),
})
export type Line = z.infer<typeof Line>
export type LineOut = z.input<typeof Line>

/**
 * `stream_id` and `topic`, which may be empty, for a topic; `user_ids`, without the caller, for a direct conversation.
 * `sender_ids` are the senders of unread messages, latest first; like `mention` and `questions` they cover the newest
 * 100 unread messages. `mention` is the newest message that mentions the caller; `questions` are the newest that ask
 * someone something, in topics by name.
 */
const Conversation = z.object({
  reason: z.enum(reasons),
  stream_id: ChannelIdOut.optional(),
  topic: z.string().optional(),
  user_ids: z.array(UserIdOut).optional(),
  unread_count: int,
  newest_message_id: MessageIdOut,
  sender_ids: z.array(UserIdOut),
  first: Line,
  mention: Line.optional(),
  questions: z.array(Line),
})
export type CatchUpConversation = z.infer<typeof Conversation>
export type ConversationOut = z.input<typeof Conversation>

const Total = z.object({ reason: z.enum(reasons), conversations: int, messages: int })

/**
 * Unread messages by conversation, in order of importance. Muted ones count only in `muted_count`, unless they mention
 * the caller by name. `totals` count everything by reason; `conversations` has at most `limit` of each.
 */
export const getCatchUp = endpoint('GET /messages/catch-up', {
  summary: 'Get what you missed, most important first',
  params: { limit: int.positive().max(maxPerKind).default(15) },
  result: { conversations: z.array(Conversation), totals: z.array(Total), muted_count: int },
})
