import { type ChannelId, seconds, type UserId, uploadsPath } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'

export type Stored = Row<'held_message'>

export const toOwn = ({ id, channel_id, topic, content, held_at }: Stored) => ({
  id,
  stream_id: channel_id,
  topic,
  content,
  held_at: seconds(held_at),
})

/** Of these accounts, oldest first. */
export const waiting = (tx: Tx, orgId: number, userIds: readonly UserId[]): Promise<Stored[]> =>
  tx
    .selectFrom('held_message')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('user_id', '=', anyOf(userIds))
    .orderBy('id')
    .execute()

export type Place = Pick<Stored, 'id' | 'user_id' | 'channel_id' | 'held_at'>

/** Where messages of these accounts, or of everyone, are held, oldest first. */
export async function places(tx: Tx, orgId: number, userIds?: readonly UserId[]): Promise<Place[]> {
  let query = tx
    .selectFrom('held_message')
    .select(['id', 'user_id', 'channel_id', 'held_at'])
    .where('org_id', '=', orgId)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return query.orderBy('id').execute()
}

/** Topics of someone's held messages in a channel. */
export const heldTopics = async (tx: Tx, userId: UserId, channelId: ChannelId): Promise<string[]> =>
  (
    await tx
      .selectFrom('held_message')
      .select('topic')
      .distinct()
      .where('user_id', '=', userId)
      .where('channel_id', '=', channelId)
      .execute()
  ).map(({ topic }) => topic)

/** In these channels, oldest first. */
export async function page(
  tx: Tx,
  orgId: number,
  {
    channelIds,
    after,
    limit,
  }: { readonly channelIds: readonly ChannelId[]; readonly after: number; readonly limit: number },
): Promise<Stored[]> {
  return tx
    .selectFrom('held_message')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '>', after)
    .where('channel_id', '=', anyOf(channelIds))
    .orderBy('id')
    .limit(limit)
    .execute()
}

export const countIn = async (tx: Tx, orgId: number, channelIds: readonly ChannelId[]): Promise<number> => {
  const { count } = await tx
    .selectFrom('held_message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('channel_id', '=', anyOf(channelIds))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const find = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('held_message').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'held_message'>): Promise<Stored> =>
  tx.insertInto('held_message').values(row).returningAll().executeTakeFirstOrThrow()

export const noteKey = (tx: Tx, id: number, key: string): Promise<unknown> =>
  tx.updateTable('held_message').set({ key }).where('id', '=', id).execute()

/** Undefined if someone else has already removed it. */
export const remove = (tx: Tx, id: number): Promise<Stored | undefined> =>
  tx.deleteFrom('held_message').where('id', '=', id).returningAll().executeTakeFirst()

export const removeAll = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('held_message').where('user_id', '=', userId).execute()

/** Removes all in a channel, and returns them, oldest first. */
export const removeIn = async (tx: Tx, orgId: number, channelId: ChannelId): Promise<Stored[]> =>
  (
    await tx
      .deleteFrom('held_message')
      .where('org_id', '=', orgId)
      .where('channel_id', '=', channelId)
      .returningAll()
      .execute()
  ).sort((a, b) => a.id - b.id)

/** The texts of an organization's held messages that link to files. */
export const textsWithFiles = async (tx: Tx, orgId: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('held_message')
      .select('content')
      .where('org_id', '=', orgId)
      .where('content', 'like', `%${uploadsPath}%`)
      .execute()
  ).map(({ content }) => content)

/** How many messages someone has in channels that aren't private, up to a maximum. */
export const countInPublicChannels = async (tx: Tx, senderId: UserId, most: number): Promise<number> =>
  (
    await tx
      .selectFrom('message')
      .innerJoin('channel', 'channel.conversation_id', 'message.conversation_id')
      .select('message.id')
      .where('message.sender_id', '=', senderId)
      .where('channel.invite_only', '=', false)
      .limit(most)
      .execute()
  ).length
