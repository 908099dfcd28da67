import type { ConversationId, MessageId } from '#contract'
import { anyOf, raw, type Tx } from '#platform/db'

/** Queries for public pages on tables of other areas. */

export interface PlacedTopic {
  /** In the case of its newest message. */
  name: string
  newest_at: Date
}

/**
 * perf: statements that read messages in order must use an index beginning with the conversation, whatever the planner
 * estimates: the conversation is in a list, and the limit is a subquery. Otherwise the planner may scan the messages of
 * all conversations back to the beginning for a channel without recent messages.
 */
const inConversation = (id: string) => `m.conversation_id = any(array[${id}])`
const newestFirst = 'order by m.conversation_id desc, m.id desc'

/** The topics of a channel's `looked` newest messages, most recent first. perf: see above */
export async function newestTopics(tx: Tx, conversationId: ConversationId, looked: number): Promise<PlacedTopic[]> {
  const rows = await raw<{ topic: string; folded: string; sent_at: Date }>(
    tx,
    `select m.topic, lower(m.topic) as folded, m.sent_at from message m
     where ${inConversation('$1::bigint')} ${newestFirst} limit (select $2::int)`,
    [conversationId, looked],
  )
  const topics = new Map<string, PlacedTopic>()
  for (const { topic, folded, sent_at } of rows)
    if (!topics.has(folded)) topics.set(folded, { name: topic, newest_at: sent_at })
  return [...topics.values()]
}

/** Topics from one on, or backwards before it. perf: a loose index scan: the cost depends on the results. */
export function topicsByName(
  tx: Tx,
  conversationId: ConversationId,
  name: string,
  order: 'from' | 'before',
  limit: number,
): Promise<PlacedTopic[]> {
  const step = (condition: string, direction: string) => `select lower(m.topic) as folded from message m
    where m.conversation_id = $1 and lower(m.topic) ${condition} order by lower(m.topic) ${direction} limit 1`
  const topics = (first: string, next: string, direction: string) => `with recursive topics(folded, place) as (
      (select start.folded, 1 from (${step(`${first} lower($2)`, direction)}) start)
      union all
      select next.folded, t.place + 1 from topics t cross join lateral (${step(`${next} t.folded`, direction)}) next
      where t.place < $3::int)
    select newest.topic as name, newest.sent_at as newest_at from topics t cross join lateral (
      select m.topic, m.sent_at from message m where m.conversation_id = $1 and lower(m.topic) = t.folded
      order by m.id desc limit 1) newest
    order by t.place`
  if (order === 'from') return raw(tx, topics('>=', '>', 'asc'), [conversationId, name, limit])
  return raw(tx, topics('<', '<', 'desc'), [conversationId, name, limit])
}

/** Messages from an ID on, ascending; or before it, nearest first. perf: see above */
export function messagesOfTopic(
  tx: Tx,
  conversationId: ConversationId,
  topic: string,
  order: 'from' | 'before',
  id: number,
  limit: number,
): Promise<{ id: MessageId; topic: string }[]> {
  const messages = (condition: string, direction: string) => `select m.id, m.topic from message m
    where ${inConversation('$1::bigint')} and lower(m.topic) = lower($2) and m.id ${condition} $3
    order by m.conversation_id ${direction}, lower(m.topic) ${direction}, m.id ${direction} limit (select $4::int)`
  if (order === 'from') return raw(tx, messages('>=', 'asc'), [conversationId, topic, id, limit])
  return raw(tx, messages('<', 'desc'), [conversationId, topic, id, limit])
}

/** Newest first. */
export async function newestMessages(
  tx: Tx,
  conversationIds: readonly ConversationId[],
  limit: number,
): Promise<MessageId[]> {
  const rows = await raw<{ id: MessageId }>(
    tx,
    `select newest.id from unnest($1::bigint[]) c(id) cross join lateral (
       select m.id from message m where ${inConversation('c.id')} ${newestFirst} limit (select $2::int)) newest
     order by newest.id desc limit $2::int`,
    [conversationIds, limit],
  )
  return rows.map(({ id }) => id)
}

/** The oldest and newest message of these channels, or null. */
export async function extentOf(
  tx: Tx,
  conversationIds: readonly ConversationId[],
): Promise<{ oldest: MessageId | null; newest: MessageId | null }> {
  const [row] = await raw<{ oldest: MessageId | null; newest: MessageId | null }>(
    tx,
    `select min(oldest.id) as oldest, max(newest.id) as newest from unnest($1::bigint[]) c(id)
     cross join lateral (
       select m.id from message m where ${inConversation('c.id')} order by m.conversation_id, m.id limit (select 1)) oldest
     cross join lateral (
       select m.id from message m where ${inConversation('c.id')} ${newestFirst} limit (select 1)) newest`,
    [conversationIds],
  )
  return row ?? { oldest: null, newest: null }
}

/** Topics whose newest message is in an ID range, inclusive to exclusive. */
export const topicsNewestWithin = (
  tx: Tx,
  conversationIds: readonly ConversationId[],
  from: number,
  below: number,
): Promise<(PlacedTopic & { conversation_id: ConversationId })[]> =>
  raw(
    tx,
    `select found.conversation_id, found.topic as name, found.sent_at as newest_at from (
       select distinct on (m.conversation_id, lower(m.topic)) m.conversation_id, m.topic, m.sent_at
       from unnest($1::bigint[]) c(id) cross join lateral (
         select m.conversation_id, m.topic, m.id, m.sent_at from message m
         where m.conversation_id = c.id and m.id >= $2 and m.id < $3) m
       order by m.conversation_id, lower(m.topic), m.id desc) found
     where (
       select m.id from message m where ${inConversation('found.conversation_id')}
         and lower(m.topic) = lower(found.topic) and m.id >= $3
       order by m.conversation_id, lower(m.topic), m.id limit (select 1)) is null
     order by found.sent_at desc`,
    [conversationIds, from, below],
  )

/** The files of messages, by the beginning of their URLs. */
export async function filesOf(tx: Tx, ids: readonly MessageId[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('attachment')
    .innerJoin('attachment_message', 'attachment_message.attachment_id', 'attachment.id')
    .select('attachment.path_id')
    .where('attachment_message.message_id', '=', anyOf(ids))
    .execute()
  return new Set(rows.map(({ path_id }) => path_id))
}
