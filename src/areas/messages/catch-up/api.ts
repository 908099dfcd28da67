import { endpoint, int, ToldChannelId, ToldMessageId, ToldUserId, z } from '#contract'

/**
 * Why a conversation matters to somebody, the weightiest first: it is a direct one; it calls for one; one follows the
 * topic; one has written in it lately; much was said there.
 */
export const reasons = ['direct', 'mentioned', 'followed', 'participated', 'lively'] as const
export type Reason = (typeof reasons)[number]

const mostOfEach = 40

/** The beginning of a message as plain text; `mentioned_user_ids` are the people whom it calls by name. */
const Line = z.object({
  message_id: ToldMessageId,
  sender_id: ToldUserId,
  timestamp: int,
  text: z.string(),
  mentioned_user_ids: z.array(ToldUserId),
})
export type Line = z.infer<typeof Line>
export type ToldLine = z.input<typeof Line>

/**
 * `stream_id` and `topic`, which may be empty, of a topic; `user_ids`, without one's own, of a direct conversation.
 * `sender_ids` are who wrote what is unread, the latest first; like `mention` and `questions` they are of the newest 100
 * unread messages. `mention` is the newest message that calls for one, and `questions` are the newest that ask somebody
 * something: in topics, by name.
 */
const Conversation = z.object({
  reason: z.enum(reasons),
  stream_id: ToldChannelId.optional(),
  topic: z.string().optional(),
  user_ids: z.array(ToldUserId).optional(),
  unread_count: int,
  newest_message_id: ToldMessageId,
  sender_ids: z.array(ToldUserId),
  first: Line,
  mention: Line.optional(),
  questions: z.array(Line),
})
export type CatchUpConversation = z.infer<typeof Conversation>
export type ToldConversation = z.input<typeof Conversation>

const Total = z.object({ reason: z.enum(reasons), conversations: int, messages: int })

/**
 * What is unread by conversation, in the order of what matters: what is muted counts in `muted_count` alone, unless it
 * calls for one by name. `totals` count all of a reason, `conversations` are `limit` of each at most.
 */
export const getCatchUp = endpoint('GET /messages/catch-up', {
  summary: 'Get what you missed, most important first',
  params: { limit: int.positive().max(mostOfEach).default(15) },
  result: { conversations: z.array(Conversation), totals: z.array(Total), muted_count: int },
})
