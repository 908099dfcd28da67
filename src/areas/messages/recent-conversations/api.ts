import { bool, endpoint, int, ToldChannelId, ToldMessageId, ToldUserId, z } from '#contract'

const mostAtOnce = 100

/**
 * `stream_id` and `topic`, which may be empty, of a topic; `user_ids`, without one's own, of a direct conversation.
 * `timestamp` is that of the newest message, `sender_ids` are who wrote last, the latest first, and `participated` says
 * whether one of one's own newest messages is in it. `unread_count` is of its newest 1,000 messages.
 */
const Conversation = z.object({
  stream_id: ToldChannelId.optional(),
  topic: z.string().optional(),
  user_ids: z.array(ToldUserId).optional(),
  newest_message_id: ToldMessageId,
  timestamp: int,
  unread_count: int,
  sender_ids: z.array(ToldUserId),
  participated: bool,
})
export type RecentConversation = z.infer<typeof Conversation>
export type ToldConversation = z.input<typeof Conversation>

/**
 * The one with the newest message first; of what one has received, as in a narrow without conditions. `before`: only
 * those whose newest message is older than that, which is how one pages. `found_oldest`: there are no others.
 */
export const getRecentConversations = endpoint('GET /messages/recent-conversations', {
  summary: 'Get recent conversations',
  params: { limit: int.positive().max(mostAtOnce).default(40), before: int.brand<'message'>().positive().optional() },
  result: { conversations: z.array(Conversation), found_oldest: bool },
})
