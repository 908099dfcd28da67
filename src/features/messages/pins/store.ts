import { asUserId, type ChannelId, type MessageId, type UserId } from '#contract'
import { anyOf, countRows, lowered, type NewRow, sql, type Tx } from '#platform/db'

/** A user, or null for pins for everyone. */
export type Owner = UserId | null

interface TopicRow {
  channel_id: ChannelId
  topic: string
  user_id: Owner
}

interface MessageRow {
  message_id: MessageId
  channel_id: ChannelId | null
  user_id: Owner
}

const topicColumns = ['channel_id', 'topic', 'user_id'] as const
const messageColumns = ['message_id', 'channel_id', 'user_id'] as const

export const topicsOfPerson = (tx: Tx, userId: UserId): Promise<TopicRow[]> =>
  tx.selectFrom('pinned_topic').select(topicColumns).where('user_id', '=', userId).execute()

export const messagesOfPerson = (tx: Tx, userId: UserId): Promise<MessageRow[]> =>
  tx.selectFrom('pinned_message').select(messageColumns).where('user_id', '=', userId).execute()

export const topicsOfChannels = (tx: Tx, channelIds: readonly ChannelId[]): Promise<TopicRow[]> =>
  tx
    .selectFrom('pinned_topic')
    .select(topicColumns)
    .where('channel_id', '=', anyOf(channelIds))
    .where('user_id', 'is', null)
    .execute()

export const messagesOfChannels = (tx: Tx, channelIds: readonly ChannelId[]): Promise<MessageRow[]> =>
  tx.selectFrom('pinned_message').select(messageColumns).where('channel_id', '=', anyOf(channelIds)).execute()

export const pinsOfTopic = (tx: Tx, channelId: ChannelId, topic: string): Promise<TopicRow[]> =>
  tx
    .selectFrom('pinned_topic')
    .select(topicColumns)
    .where('channel_id', '=', channelId)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(topic)))
    .execute()

export async function isTopicPinned(tx: Tx, { channel_id, topic, user_id }: TopicRow): Promise<boolean> {
  const row = await tx
    .selectFrom('pinned_topic')
    .select('id')
    .where('channel_id', '=', channel_id)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(topic)))
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

export async function isMessagePinned(tx: Tx, { message_id, user_id }: MessageRow): Promise<boolean> {
  const row = await tx
    .selectFrom('pinned_message')
    .select('id')
    .where('message_id', '=', message_id)
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

export const countTopicsOfPerson = (tx: Tx, id: UserId): Promise<number> => countRows(tx, 'pinned_topic', 'user_id', id)
export const countMessagesOfPerson = (tx: Tx, id: UserId): Promise<number> =>
  countRows(tx, 'pinned_message', 'user_id', id)
/** Counts pins for everyone: only they have a channel. */
export const countMessagesOfChannel = (tx: Tx, id: ChannelId): Promise<number> =>
  countRows(tx, 'pinned_message', 'channel_id', id)

export const pinsOfMessages = (tx: Tx, ids: readonly MessageId[]): Promise<MessageRow[]> =>
  tx
    .selectFrom('pinned_message')
    .select(messageColumns)
    .where('message_id', '=', anyOf(ids))
    .where('user_id', 'is', null)
    .execute()

export async function insertTopic(tx: Tx, row: NewRow<'pinned_topic'>): Promise<void> {
  await tx.insertInto('pinned_topic').values(row).execute()
}

export async function insertMessage(tx: Tx, row: NewRow<'pinned_message'>): Promise<void> {
  await tx.insertInto('pinned_message').values(row).execute()
}

/** Returns the removed pin, if any. */
export const deleteTopic = (tx: Tx, { channel_id, topic, user_id }: TopicRow): Promise<TopicRow | undefined> =>
  tx
    .deleteFrom('pinned_topic')
    .where('channel_id', '=', channel_id)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(topic)))
    .where('user_id', user_id === null ? 'is' : '=', user_id)
    .returning(topicColumns)
    .executeTakeFirst()

interface TopicPlace {
  channel_id: ChannelId
  topic: string
}

/** Moves owners' pins of a topic to a place where they have none. */
export async function moveTopic(tx: Tx, from: TopicPlace, to: TopicPlace, owners: readonly Owner[]): Promise<void> {
  await tx
    .updateTable('pinned_topic')
    .set(to)
    .where('channel_id', '=', from.channel_id)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(from.topic)))
    .where(({ eb, fn }) =>
      eb(fn.coalesce('user_id', sql<UserId>`0`), '=', anyOf(owners.map((id) => id ?? asUserId(0)))),
    )
    .execute()
}

export async function forgetTopic(tx: Tx, { channel_id, topic }: TopicPlace): Promise<void> {
  await tx
    .deleteFrom('pinned_topic')
    .where('channel_id', '=', channel_id)
    .where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(topic)))
    .execute()
}

export const deleteMessages = (tx: Tx, ids: readonly MessageId[], owner: Owner): Promise<MessageRow[]> =>
  tx
    .deleteFrom('pinned_message')
    .where('message_id', '=', anyOf(ids))
    .where('user_id', owner === null ? 'is' : '=', owner)
    .returning(messageColumns)
    .execute()

export const forgetMessages = (tx: Tx, ids: readonly MessageId[]): Promise<MessageRow[]> =>
  tx.deleteFrom('pinned_message').where('message_id', '=', anyOf(ids)).returning(messageColumns).execute()

export async function moveMessages(tx: Tx, ids: readonly MessageId[], channelId: ChannelId): Promise<void> {
  await tx
    .updateTable('pinned_message')
    .set({ channel_id: channelId })
    .where('message_id', '=', anyOf(ids))
    .where('user_id', 'is', null)
    .execute()
}

export async function forgetChannel(tx: Tx, channelId: ChannelId): Promise<void> {
  await tx.deleteFrom('pinned_topic').where('channel_id', '=', channelId).where('user_id', 'is', null).execute()
  await tx.deleteFrom('pinned_message').where('channel_id', '=', channelId).execute()
}
