import type { UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'

/** Number of a user's messages in channels that aren't private; counting stops at the limit. */
export async function countInChannels(tx: Tx, userId: UserId, limit: number): Promise<number> {
  const { count } = await tx
    .selectFrom((from) =>
      from
        .selectFrom('message')
        .innerJoin('channel', 'channel.conversation_id', 'message.conversation_id')
        .select('message.id')
        .where('message.sender_id', '=', userId)
        .where('channel.invite_only', '=', false)
        .limit(limit)
        .as('counted'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

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
