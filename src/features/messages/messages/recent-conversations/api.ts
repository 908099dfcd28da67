import { bool, ChannelIdOut, endpoint, int, MessageIdOut, UserIdOut, z } from '#contract'

const maxAtOnce = 100

/**
 * `stream_id` and `topic`, which may be empty, for a topic; `user_ids`, without the caller, for a direct conversation.
 * `timestamp` is that of the newest message, `sender_ids` are the latest senders, latest first, and `participated` says
 * whether one of the caller's newest messages is in it. `unread_count` covers its newest 1,000 messages.
 */
const Conversation = z.object({
  stream_id: ChannelIdOut.optional(),
  topic: z.string().optional(),
  user_ids: z.array(UserIdOut).optional(),
  newest_message_id: MessageIdOut,
  timestamp: int,
  unread_count: int,
  sender_ids: z.array(UserIdOut),
  participated: bool,
})
export type RecentConversation = z.infer<typeof Conversation>
export type ConversationOut = z.input<typeof Conversation>

/** Most recent first, received messages only. `before`: older than this message; `found_oldest`: no others. */
export const getRecentConversations = endpoint('GET /messages/recent-conversations', {
  summary: 'Get recent conversations',
  params: { limit: int.positive().max(maxAtOnce).default(40), before: int.brand<'message'>().positive().optional() },
  result: { conversations: z.array(Conversation), found_oldest: bool },
})
