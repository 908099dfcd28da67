import type { ConversationId, MessageId, UserId } from '#contract'
import { anyOf, raw, sql, type Tx } from '#platform/db'
import { maxInHistory } from '../limits.ts'
import type { EditHistoryEntry } from '../wire.ts'
import { type IdRanges, rangesText } from './id-ranges.ts'

export interface TopicAge {
  total: number
  /** The newest one sent before a time; null if all were sent since. */
  newest_old: MessageId | null
  /** The number of later messages, and the first of them. */
  young: number
  oldest_young: MessageId | null
}

/** IDs grow with time, so only the topic's first message is read. Case-insensitive. */
export async function beginsBefore(
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  ranges: IdRanges,
  time: Date,
): Promise<boolean> {
  const [first] = await raw<{ is_old: boolean }>(
    tx,
    // perf: in index order, from the first readable ID on
    `select sent_at < $4::timestamptz as is_old from message
     where conversation_id = any(array[$1::bigint]) and lower(topic) = lower($2)
       and id >= coalesce(lower($3::text::int8multirange), 1) and ($3::text is null or $3::text::int8multirange @> id)
     order by conversation_id, id limit (select 1::bigint)`,
    [conversationId, topic, rangesText(ranges), time],
  )
  return first?.is_old ?? false
}

/** The ages of a topic's messages within ID ranges, case-insensitively. Reads all of them. */
export async function topicAge(
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  ranges: IdRanges,
  oldest: Date,
): Promise<TopicAge> {
  const [age] = await raw<TopicAge>(
    tx,
    `with readable as (
       select id, sent_at < $4::timestamptz as is_old from message
       where conversation_id = $1 and lower(topic) = lower($2) and ($3::text is null or $3::text::int8multirange @> id)),
     old as (select coalesce(max(id), 0) as newest from readable where is_old)
     select count(*) as total, nullif(old.newest, 0) as newest_old, count(*) filter (where id > old.newest) as young,
       min(id) filter (where id > old.newest) as oldest_young
     from old left join readable on true group by old.newest`,
    [conversationId, topic, rangesText(ranges), oldest],
  )
  return age as TopicAge
}

interface NewPlace {
  readonly conversationId: ConversationId
  /** Null if each message keeps its own. */
  readonly topic: string | null
  /** Null if the messages don't count as moved. */
  readonly movedAt: Date | null
}

/** One statement for any number. Each gets a history entry; `extra` is added to that of one message. */
export async function moveMessages(
  tx: Tx,
  ids: readonly MessageId[],
  { conversationId, topic, movedAt }: NewPlace,
  entry: EditHistoryEntry,
  extra: { messageId: MessageId; fields: Partial<EditHistoryEntry> },
): Promise<void> {
  const topics = topic === null ? sql`` : sql`|| jsonb_build_object('topic', ${topic}::text, 'prev_topic', topic)`
  await tx
    .updateTable('message')
    .set({
      conversation_id: conversationId,
      ...(topic === null ? {} : { topic }),
      ...(movedAt ? { last_moved_at: movedAt } : {}),
      edit_history: sql<string>`jsonb_path_query_array(
        jsonb_build_array(${entry}::jsonb ${topics}
          || case when id = ${extra.messageId} then ${extra.fields}::jsonb else '{}' end) || coalesce(edit_history, '[]'),
        '$[0 to $last_kept]', jsonb_build_object('last_kept', ${maxInHistory.changes - 1}::int))`,
    })
    .where('id', '=', anyOf(ids))
    .execute()
}

export const flagHolders = (tx: Tx, ids: readonly MessageId[]): Promise<{ user_id: UserId; ids: MessageId[] }[]> =>
  tx
    .selectFrom('message_flag')
    .select(['user_id', sql<MessageId[]>`array_agg(message_id order by message_id)`.as('ids')])
    .where('message_id', '=', anyOf(ids))
    .groupBy('user_id')
    .execute()

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
