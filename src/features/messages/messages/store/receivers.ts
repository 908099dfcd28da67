import type { ChannelId, MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'

/** Current subscribers of a channel who received the message. The tables belong to the subscriptions area. */
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
