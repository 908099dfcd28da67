import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'
import { mostInHistory } from '../limits.ts'
import type { EditHistoryEntry } from '../wire.ts'

export interface TopicMessage {
  id: MessageId
  /** Sent before the time that was asked about. */
  is_old: boolean
}

/** The messages of a topic, ascending, whatever the topic's case. */
export const topicMessages = (
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  oldest: Date | null,
): Promise<TopicMessage[]> =>
  raw(
    tx,
    `select id, coalesce(sent_at < $3, false) as is_old from message
     where conversation_id = $1 and lower(topic) = lower($2) order by id`,
    [conversationId, topic, oldest],
  )

interface NewPlace {
  readonly conversationId: ConversationId
  /** Null where each message keeps its own. */
  readonly topic: string | null
  /** Null where the messages do not count as moved. */
  readonly movedAt: Date | null
}

/**
 * Moves messages, however many, in one statement. Each gets an entry in its history with what was before; `extra`
 * belongs to the entry of one message alone.
 */
export async function moveMessages(
  tx: Tx,
  ids: readonly MessageId[],
  { conversationId, topic, movedAt }: NewPlace,
  entry: EditHistoryEntry,
  extra: { messageId: MessageId; fields: Partial<EditHistoryEntry> },
): Promise<void> {
  await raw(
    tx,
    `update message set conversation_id = $2, topic = coalesce($3, topic), last_moved_at = coalesce($4, last_moved_at),
       edit_history = jsonb_path_query_array(jsonb_build_array($5::jsonb
         || case when $3::text is null then '{}'::jsonb else jsonb_build_object('topic', $3::text, 'prev_topic', topic) end
         || case when id = $6 then $7::jsonb else '{}'::jsonb end) || coalesce(edit_history, '[]'),
         '$[0 to $last_kept]', jsonb_build_object('last_kept', $8::int))
     where id = any($1::bigint[])`,
    [ids, conversationId, topic, movedAt, entry, extra.messageId, extra.fields, mostInHistory.changes - 1],
  )
}

/** Who has marks on some messages, and on which. */
export const flagHolders = (tx: Tx, ids: readonly MessageId[]): Promise<{ user_id: UserId; ids: MessageId[] }[]> =>
  raw(
    tx,
    `select user_id, array_agg(message_id order by message_id) as ids from message_flag
     where message_id = any($1::bigint[]) group by user_id`,
    [ids],
  )

/** Takes marks away from people who may not read the messages any more. */
export async function removeFlags(tx: Tx, pairs: { userIds: UserId[]; messageIds: MessageId[] }): Promise<void> {
  if (pairs.userIds.length === 0) return
  await raw(
    tx,
    `delete from message_flag f using unnest($1::bigint[], $2::bigint[]) gone(user_id, message_id)
     where f.user_id = gone.user_id and f.message_id = gone.message_id`,
    [pairs.userIds, pairs.messageIds],
  )
}

export async function oldestMessage(tx: Tx, conversationId: ConversationId): Promise<MessageId | null> {
  const row = await tx
    .selectFrom('message')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
