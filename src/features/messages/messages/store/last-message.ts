import type { ConversationId, UserId } from '#contract'
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
  const row = await tx
    .selectFrom('message')
    .select('sent_at')
    .where('conversation_id', '=', conversationId)
    .where(({ eb, fn, val }) => eb(fn('lower', ['topic']), '=', fn('lower', [val(topic)])))
    .where('sender_id', '=', senderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sent_at
}
