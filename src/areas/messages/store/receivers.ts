import type { ChannelId, MessageId, UserId } from '#contract'
import { raw, type Tx } from '#platform/db'

/** Who is subscribed to a channel now and received the message; tables of the subscriptions area. */
export async function receiversOf(tx: Tx, channelId: ChannelId, messageId: MessageId): Promise<UserId[]> {
  const rows = await raw<{ user_id: UserId }>(
    tx,
    `select distinct s.user_id from subscription_span s join subscription n using (user_id, channel_id)
     where s.channel_id = $1 and n.active and s.from_message_id <= $2
       and (s.to_message_id is null or $2 < s.to_message_id)`,
    [channelId, messageId],
  )
  return rows.map(({ user_id }) => user_id)
}
