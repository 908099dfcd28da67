import type { ChannelId, MessageId } from '#contract'
import type { Act } from '#platform/organization'
import { canPin, canTendTopics, readableChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { normalTopic } from '../../channels/topics.ts'
import { readableMessage } from '../../messages/access/readable.ts'
import { type Reader, readerOf } from '../../messages/access/reader.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { checkTotal, mostOfChannel, mostOfOnePerson } from '../../organization/totals.ts'
import * as api from '../api.ts'
import { messagePin, toldOf, topicPin } from '../present.ts'
import * as store from '../store.ts'

/** Throws unless the viewer can pin for everyone in the channel, or remove such a pin. */
function checkMayPin(act: Act, { viewer, subscriptions }: Reader, channel: Channel, change: 'add' | 'remove'): void {
  const asked = [viewer, channel, subscriptions.isSubscribed(channel.id), settingsOf(act)] as const
  if (!canTendTopics(...asked)) throw api.mayNotPin()
  if (change === 'add' && !canPin(...asked)) throw api.historyIsProtected()
}

const audienceOf = (act: Act, channel: Channel | undefined) =>
  toldOf(channel ? { channel: channel.id } : { users: [act.viewer.id] })

interface Place {
  stream_id: ChannelId
  topic: string
  for_everyone: boolean
}

/** Throws unless the viewer can pin in the channel. */
async function channelOf(act: Act, { stream_id, for_everyone }: Place, change: 'add' | 'remove'): Promise<Channel> {
  const reader = await readerOf(act)
  const channel = readableChannel(act, act.viewer, reader.subscriptions, stream_id)
  if (for_everyone) checkMayPin(act, reader, channel, change)
  return channel
}

const ownerOf = (act: Act, forEveryone: boolean): store.Owner => (forEveryone ? null : act.viewer.id)

export async function pinTopic(act: Act, asked: Place): Promise<void> {
  const { tx, org, viewer, now } = act
  const { for_everyone } = asked
  const channel = await channelOf(act, asked, 'add')
  const row = { channel_id: channel.id, topic: normalTopic(asked.topic), user_id: ownerOf(act, for_everyone) }
  if (await store.isTopicPinned(tx, row)) return
  if (for_everyone) checkTotal(mostOfChannel, 'pinned topics', (await store.topicsOfChannels(tx, [channel.id])).length)
  else checkTotal(mostOfOnePerson, 'pinned topics', await store.countTopicsOfPerson(tx, viewer.id))
  await store.insertTopic(tx, { ...row, org_id: org.id, pinned_by: viewer.id, pinned_at: now })
  act.emit(api.topicsPinned, { pinned_topics: [topicPin(row)] }, audienceOf(act, for_everyone ? channel : undefined))
}

/** Personal pins can be removed even after losing access. */
export async function unpinTopic(act: Act, asked: Place): Promise<void> {
  const { stream_id, topic, for_everyone } = asked
  const channel = for_everyone ? await channelOf(act, asked, 'remove') : undefined
  const place = { channel_id: stream_id, topic: normalTopic(topic) }
  const gone = await store.deleteTopic(act.tx, { ...place, user_id: ownerOf(act, for_everyone) })
  if (gone) act.emit(api.topicsUnpinned, { pinned_topics: [topicPin(gone)] }, audienceOf(act, channel))
  // don't reveal whether the channel exists
  else if (!channel) await channelOf(act, asked, 'remove')
}

/** The message's channel for a shared pin; throws if the viewer can't pin. */
async function channelOfMessage(
  act: Act,
  messageId: MessageId,
  forEveryone: boolean,
  change: 'add' | 'remove',
): Promise<Channel | undefined> {
  const reader = await readerOf(act)
  const message = await readableMessage(act.tx, reader, messageId)
  if (!forEveryone) return undefined
  const channel = act.get(channelsMirror).ofConversation(message.conversation_id)
  if (!channel) throw api.mayNotPin()
  checkMayPin(act, reader, channel, change)
  return channel
}

export async function pinMessage(act: Act, messageId: MessageId, forEveryone: boolean): Promise<void> {
  const { tx, org, viewer, now } = act
  const channel = await channelOfMessage(act, messageId, forEveryone, 'add')
  const row = { message_id: messageId, channel_id: channel?.id ?? null, user_id: ownerOf(act, forEveryone) }
  if (await store.isMessagePinned(tx, row)) return
  if (channel) checkTotal(mostOfChannel, 'pinned messages', await store.countMessagesOfChannel(tx, channel.id))
  else checkTotal(mostOfOnePerson, 'pinned messages', await store.countMessagesOfPerson(tx, viewer.id))
  await store.insertMessage(tx, { ...row, org_id: org.id, pinned_by: viewer.id, pinned_at: now })
  act.emit(api.messagesPinned, { pinned_messages: [messagePin(row)] }, audienceOf(act, channel))
}

export async function unpinMessage(act: Act, messageId: MessageId, forEveryone: boolean): Promise<void> {
  const channel = forEveryone ? await channelOfMessage(act, messageId, true, 'remove') : undefined
  const gone = await store.deleteMessages(act.tx, [messageId], ownerOf(act, forEveryone))
  if (gone.length > 0)
    act.emit(api.messagesUnpinned, { pinned_messages: gone.map(messagePin) }, audienceOf(act, channel))
  else if (!channel) await channelOfMessage(act, messageId, false, 'remove')
}
