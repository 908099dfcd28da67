import { asUserId, type ConversationId, type UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** perf: a loose index scan, so the cost depends on the number of senders, not messages. */
export async function sendersIn(tx: Tx, conversationIds: readonly ConversationId[]): Promise<Set<UserId>> {
  const next = (conversation: string, after: string) =>
    `(select m.sender_id from message m where m.conversation_id = any(array[${conversation}]) and m.sender_id > ${after}
      order by m.conversation_id, m.sender_id limit 1)`
  const rows = await raw<{ sender_id: number }>(
    tx,
    `with recursive step as (
       select c.id as conversation_id, ${next('c.id', '0')} as sender_id from unnest($1::bigint[]) c(id)
       union all
       select s.conversation_id, ${next('s.conversation_id', 's.sender_id')} from step s where s.sender_id is not null
     )
     select distinct sender_id from step where sender_id is not null`,
    [conversationIds],
  )
  return new Set(rows.map(({ sender_id }) => asUserId(sender_id)))
}
