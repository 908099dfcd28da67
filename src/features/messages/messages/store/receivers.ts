import type { ChannelId, MessageId, UserId } from '#contract'
import { anyOf, sql, type Tx } from '#platform/db'

/** Current subscribers of a channel who received the message. The tables belong to the subscriptions feature. */
export async function receiversOf(tx: Tx, channelId: ChannelId, messageId: MessageId): Promise<UserId[]> {
  const rows = await tx
    .selectFrom('subscription_span as s')
    .innerJoin('subscription as n', (join) =>
      join.onRef('n.user_id', '=', 's.user_id').onRef('n.channel_id', '=', 's.channel_id'),
    )
    .select('s.user_id')
    .distinct()
    .where('s.channel_id', '=', channelId)
    .where('n.active', '=', true)
    .where('s.from_message_id', '<=', messageId)
    .where(({ eb, or }) => or([eb('s.to_message_id', 'is', null), eb('s.to_message_id', '>', messageId)]))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** subscription belongs to the subscriptions feature; counts at most `max` current subscribers */
export async function countSubscribers(tx: Tx, channelId: ChannelId, max: number): Promise<number> {
  const rows = await tx
    .selectFrom('subscription')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('active', '=', true)
    .limit(max)
    .execute()
  return rows.length
}

interface Spans {
  readonly user_id: UserId
  /** From the first message on, up to before the second, if it's over. */
  readonly ranges: readonly [number, number | null][]
}

/** subscription_span belongs to the subscriptions feature: which messages of a channel its subscribers received */
export const spansOf = (tx: Tx, channelId: ChannelId, userIds: readonly UserId[]): Promise<Spans[]> =>
  tx
    .selectFrom('subscription_span')
    .select([
      'user_id',
      sql<[number, number | null][]>`jsonb_agg(jsonb_build_array(from_message_id, to_message_id))`.as('ranges'),
    ])
    .where('user_id', '=', anyOf(userIds))
    .where('channel_id', '=', channelId)
    .groupBy('user_id')
    .execute()
