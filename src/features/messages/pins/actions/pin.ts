import type { ChannelId, MessageId } from '#contract'
import type { Mutation } from '#platform/organization'
import { canPin, canTendTopics, readableChannel } from '../../../channels/channels/access.ts'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { normalTopic } from '../../../channels/channels/topics.ts'
import { settingsOf } from '../../../people/organization/cache.ts'
import { checkTotal, maxPerChannel, maxPerUser } from '../../../people/organization/totals.ts'
import { checkCanWriteIn } from '../../../people/restrictions/access.ts'
import { readableMessage } from '../../messages/access/readable.ts'
import { type Reader, readerOf } from '../../messages/access/reader.ts'
import * as api from '../api.ts'
import { messagePin, pinAudience, topicPin } from '../serialize.ts'
import * as store from '../store.ts'

/** Throws unless the viewer can pin for everyone in the channel, or remove such a pin. */
function checkCanPin(
  mutation: Mutation,
  { viewer, subscriptions }: Reader,
  channel: Channel,
  change: 'add' | 'remove',
): void {
  checkCanWriteIn(mutation, { channelId: channel.id })
  const asked = [viewer, channel, subscriptions.isSubscribed(channel.id), settingsOf(mutation)] as const
  if (!canTendTopics(...asked)) throw api.cannotPin()
  if (change === 'add' && !canPin(...asked)) throw api.historyIsProtected()
}

const audienceOf = (mutation: Mutation, channel: Channel | undefined) =>
  pinAudience(channel ? { channel: channel.id } : { users: [mutation.viewer.id] })

interface Place {
  stream_id: ChannelId
  topic: string
  for_everyone: boolean
}

/** Throws unless the viewer can pin in the channel. */
async function channelOf(
  mutation: Mutation,
  { stream_id, for_everyone }: Place,
  change: 'add' | 'remove',
): Promise<Channel> {
  const reader = await readerOf(mutation)
  const channel = readableChannel(mutation, mutation.viewer, reader.subscriptions, stream_id)
  if (for_everyone) checkCanPin(mutation, reader, channel, change)
  return channel
}

const ownerOf = (mutation: Mutation, forEveryone: boolean): store.Owner => (forEveryone ? null : mutation.viewer.id)

export async function pinTopic(mutation: Mutation, asked: Place): Promise<void> {
  const { tx, org, viewer, now } = mutation
  const { for_everyone } = asked
  const channel = await channelOf(mutation, asked, 'add')
  const row = { channel_id: channel.id, topic: normalTopic(asked.topic), user_id: ownerOf(mutation, for_everyone) }
  if (await store.isTopicPinned(tx, row)) return
  if (for_everyone) checkTotal(maxPerChannel, 'pinned topics', (await store.topicsOfChannels(tx, [channel.id])).length)
  else checkTotal(maxPerUser, 'pinned topics', await store.countTopicsOfPerson(tx, viewer.id))
  await store.insertTopic(tx, { ...row, org_id: org.id, pinned_by: viewer.id, pinned_at: now })
  mutation.emit(
    api.topicsPinned,
    { pinned_topics: [topicPin(row)] },
    audienceOf(mutation, for_everyone ? channel : undefined),
  )
}

/** Personal pins can be removed even after losing access. */
export async function unpinTopic(mutation: Mutation, asked: Place): Promise<void> {
  const { stream_id, topic, for_everyone } = asked
  const channel = for_everyone ? await channelOf(mutation, asked, 'remove') : undefined
  const place = { channel_id: stream_id, topic: normalTopic(topic) }
  const gone = await store.deleteTopic(mutation.tx, { ...place, user_id: ownerOf(mutation, for_everyone) })
  if (gone) mutation.emit(api.topicsUnpinned, { pinned_topics: [topicPin(gone)] }, audienceOf(mutation, channel))
  // don't reveal whether the channel exists
  else if (!channel) await channelOf(mutation, asked, 'remove')
}

/** The message's channel for a shared pin; throws if the viewer can't pin. */
async function channelOfMessage(
  mutation: Mutation,
  messageId: MessageId,
  forEveryone: boolean,
  change: 'add' | 'remove',
): Promise<Channel | undefined> {
  const reader = await readerOf(mutation)
  const message = await readableMessage(mutation.tx, reader, messageId)
  if (!forEveryone) return undefined
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  if (!channel) throw api.cannotPin()
  checkCanPin(mutation, reader, channel, change)
  return channel
}

export async function pinMessage(mutation: Mutation, messageId: MessageId, forEveryone: boolean): Promise<void> {
  const { tx, org, viewer, now } = mutation
  const channel = await channelOfMessage(mutation, messageId, forEveryone, 'add')
  const row = { message_id: messageId, channel_id: channel?.id ?? null, user_id: ownerOf(mutation, forEveryone) }
  if (await store.isMessagePinned(tx, row)) return
  if (channel) checkTotal(maxPerChannel, 'pinned messages', await store.countMessagesOfChannel(tx, channel.id))
  else checkTotal(maxPerUser, 'pinned messages', await store.countMessagesOfPerson(tx, viewer.id))
  await store.insertMessage(tx, { ...row, org_id: org.id, pinned_by: viewer.id, pinned_at: now })
  mutation.emit(api.messagesPinned, { pinned_messages: [messagePin(row)] }, audienceOf(mutation, channel))
}

export async function unpinMessage(mutation: Mutation, messageId: MessageId, forEveryone: boolean): Promise<void> {
  const channel = forEveryone ? await channelOfMessage(mutation, messageId, true, 'remove') : undefined
  const gone = await store.deleteMessages(mutation.tx, [messageId], ownerOf(mutation, forEveryone))
  if (gone.length > 0)
    mutation.emit(api.messagesUnpinned, { pinned_messages: gone.map(messagePin) }, audienceOf(mutation, channel))
  else if (!channel) await channelOfMessage(mutation, messageId, false, 'remove')
}
