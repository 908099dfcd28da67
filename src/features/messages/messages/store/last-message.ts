import type { ConversationId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'

interface NoticePlace {
  readonly conversationId: ConversationId
  readonly senderId: UserId
  readonly topic: string
}

/** When the sender last posted in a topic. */
export async function lastMessageAt(
  tx: Tx,
  { conversationId, senderId, topic }: NoticePlace,
): Promise<Date | undefined> {
  const row = await newestOf(tx, conversationId, topic)
    .select('sent_at')
    .where('sender_id', '=', senderId)
    .limit(1)
    .executeTakeFirst()
  return row?.sent_at
}

/** Newest first. */
export const newestWithSenders = (
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  limit: number,
): Promise<{ id: MessageId; sender_id: UserId }[]> =>
  newestOf(tx, conversationId, topic).select(['id', 'sender_id']).limit(limit).execute()

const newestOf = (tx: Tx, conversationId: ConversationId, topic: string) =>
  tx
    .selectFrom('message')
    .where('conversation_id', '=', conversationId)
    .where(({ eb, fn, val }) => eb(fn('lower', ['topic']), '=', fn('lower', [val(topic)])))
    .orderBy('id', 'desc')
