import type { ConversationId } from '#contract'
import { raw, type Tx } from '#platform/db'

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
