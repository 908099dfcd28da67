import type { ConversationId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** Those of a message's receivers who haven't read it. */
export async function unreadAmong(
  tx: Tx,
  message: { id: MessageId; conversationId: ConversationId },
  userIds: readonly UserId[],
): Promise<Set<UserId>> {
  const rows = await raw<{ user_id: UserId }>(
    tx,
    // read_state belongs to the messages area; perf: as a subquery it's looked up by user, however many there are
    `select u.id as user_id from unnest($1::bigint[]) u(id)
     where not coalesce((select r.read @> $3::bigint from read_state r
       where r.user_id = u.id and r.conversation_id = $2), false)`,
    [userIds, message.conversationId, message.id],
  )
  return new Set(rows.map(({ user_id }) => user_id))
}
