import type { UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'

/** Number of messages by sender. Users without messages are absent. */
export async function messageCountsBySender(tx: Tx, userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, number>> {
  const rows = await tx
    .selectFrom('message')
    .select(({ fn }) => ['sender_id', fn.countAll<number>().as('count')])
    .where('sender_id', '=', anyOf(userIds))
    .groupBy('sender_id')
    .execute()
  return new Map(rows.map(({ sender_id, count }) => [sender_id, Number(count)]))
}
