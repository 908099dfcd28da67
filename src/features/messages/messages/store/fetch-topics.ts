import type { ConversationId, MessageId } from '#contract'
import { raw, type Tx } from '#platform/db'

interface TopicRow {
  /** In the case of its newest message. */
  name: string
  max_id: MessageId
}

/** Case-insensitive, newest first. perf: a loose index scan: the cost depends on topics, not messages. */
export function selectTopics(
  tx: Tx,
  conversationId: ConversationId,
  ranges?: readonly (readonly [from: number, below: number])[],
): Promise<TopicRow[]> {
  const step = (more: string) => `select lower(m.topic) as folded, m.topic, m.id from message m
    where m.conversation_id = $1${more} order by lower(m.topic) desc, m.id desc limit 1`
  const topics = `with recursive topics(folded, topic, id) as (
      (${step('')})
      union all
      select next.* from topics t cross join lateral (${step(' and lower(m.topic) < t.folded')}) next)`
  if (!ranges)
    return raw(tx, `${topics} select topic as name, id as max_id from topics order by id desc`, [conversationId])
  return raw(
    tx,
    `${topics} select newest.topic as name, newest.id as max_id from topics t cross join lateral (
       select m.topic, m.id from unnest($2::bigint[], $3::bigint[]) s(lo, hi) cross join lateral (
         select m.topic, m.id from message m
         where m.conversation_id = $1 and lower(m.topic) = t.folded and m.id >= s.lo and m.id < s.hi
         order by m.id desc limit 1) m
       order by m.id desc limit 1) newest
     order by newest.id desc`,
    [conversationId, ranges.map(([from]) => from), ranges.map(([, below]) => below)],
  )
}

interface TopicPlace {
  conversationId: ConversationId
  topic: string
}

/** The newest message of each topic, in order; null for a topic without messages. */
export async function newestOfTopics(tx: Tx, places: readonly TopicPlace[]): Promise<(number | null)[]> {
  const rows = await raw<{ id: string | null }>(
    tx,
    `select (select m.id from message m where m.conversation_id = place.conversation_id
       and lower(m.topic) = lower(place.topic) order by m.id desc limit 1) as id
     from unnest($1::bigint[], $2::text[]) with ordinality as place(conversation_id, topic, at) order by place.at`,
    [places.map(({ conversationId }) => conversationId), places.map(({ topic }) => topic)],
  )
  return rows.map(({ id }) => (id === null ? null : Number(id)))
}
