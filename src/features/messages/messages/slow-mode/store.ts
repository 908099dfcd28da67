import type { ChannelId, UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'

export const postedAt = async (tx: Tx, channelId: ChannelId, userId: UserId): Promise<Date | undefined> =>
  (
    await tx
      .selectFrom('slow_mode_post')
      .select('posted_at')
      .where('channel_id', '=', channelId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.posted_at

export const ofUser = (
  tx: Tx,
  userId: UserId,
  channelIds: readonly ChannelId[],
): Promise<{ channel_id: ChannelId; posted_at: Date }[]> =>
  tx
    .selectFrom('slow_mode_post')
    .select(['channel_id', 'posted_at'])
    .where('user_id', '=', userId)
    .where('channel_id', '=', anyOf(channelIds))
    .orderBy('channel_id')
    .execute()

export async function notePost(
  tx: Tx,
  row: { org_id: number; channel_id: ChannelId; user_id: UserId; posted_at: Date },
): Promise<void> {
  await tx
    .insertInto('slow_mode_post')
    .values(row)
    .onConflict((conflict) => conflict.columns(['channel_id', 'user_id']).doUpdateSet({ posted_at: row.posted_at }))
    .execute()
}

/** Removes a channel's rows, or only those before a time. */
export async function forget(tx: Tx, channelId: ChannelId, before?: Date): Promise<void> {
  let query = tx.deleteFrom('slow_mode_post').where('channel_id', '=', channelId)
  if (before) query = query.where('posted_at', '<', before)
  await query.execute()
}
