import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** Receivers of a message who have read it, ascending, without its sender. */
export async function readersOf(
  tx: Tx,
  message: { id: MessageId; conversation_id: ConversationId; sender_id: UserId },
): Promise<UserId[]> {
  const rows = await raw<{ user_id: UserId }>(
    tx,
    `select r.user_id from read_state r left join channel c on c.conversation_id = r.conversation_id
     where r.conversation_id = $1 and r.read @> $2::bigint and r.user_id <> $3
       and (c.id is null or exists (
         select 1 from subscription_span s where s.user_id = r.user_id and s.channel_id = c.id
           and s.from_message_id <= $2 and (s.to_message_id is null or $2 < s.to_message_id)))
     order by r.user_id`,
    [message.conversation_id, message.id, message.sender_id],
  )
  return rows.map(({ user_id }) => user_id)
}
