import { asChannelId, type ChannelId, type MessageId } from '#contract'
import type { Act } from '#platform/organization'
import { canResolveTopics, readableChannel } from '../../channels/access.ts'
import type { Channel } from '../../channels/channel.ts'
import { channelsMirror } from '../../channels/mirror.ts'
import { normalTopic } from '../../channels/topics.ts'
import { readableMessage } from '../../messages/access/readable.ts'
import { hasProtectedHistory, type Reader, readerOf } from '../../messages/access/reader.ts'
import { settingsOf } from '../../organization/mirror.ts'
import { checkTotal, mostOfChannel, mostOfOnePerson } from '../../organization/totals.ts'
import * as api from '../api.ts'
import { messagePin, toldOf, topicPin } from '../present.ts'
import * as store from '../store.ts'

/** Whoever tends a channel's topics. */
function checkMayPin({ viewer, subscriptions }: Reader, channel: Channel, act: Act): void {
  if (!canResolveTopics(viewer, channel, subscriptions.isSubscribed(channel.id), settingsOf(act))) throw api.mayNotPin()
}

/** Whom a pin concerns. */
const audienceOf = (act: Act, channelId: ChannelId | null) =>
  toldOf(channelId === null ? { users: [act.viewer.id] } : { channel: channelId })

interface Place {
  stream_id: ChannelId
  topic: string
  for_everyone: boolean
}

async function placeOf(act: Act, { stream_id, topic, for_everyone }: Place) {
  const reader = await readerOf(act)
  const channel = readableChannel(act, act.viewer, reader.subscriptions, stream_id)
  if (for_everyone) checkMayPin(reader, channel, act)
  const row = { channel_id: channel.id, topic: normalTopic(topic), user_id: for_everyone ? null : act.viewer.id }
  const pins = await store.pinsOfTopic(act.tx, channel.id, row.topic)
  const isPinned = pins.some(({ user_id }) => user_id === row.user_id)
  return { channel, row, isPinned, audience: audienceOf(act, for_everyone ? channel.id : null) }
}

export async function pinTopic(act: Act, asked: Place): Promise<void> {
  const { tx, org, viewer, now } = act
  const { channel, row, isPinned, audience } = await placeOf(act, asked)
  if (asked.for_everyone && hasProtectedHistory(channel)) throw api.historyIsProtected()
  if (isPinned) return
  if (asked.for_everyone)
    checkTotal(mostOfChannel, 'pinned topics', (await store.topicsOfChannels(tx, [channel.id])).length)
  else checkTotal(mostOfOnePerson, 'pinned topics', (await store.topicsOfPerson(tx, viewer.id)).length)
  await store.insertTopic(tx, { ...row, org_id: org.id, pinned_by: viewer.id, pinned_at: now })
  act.emit(api.topicsPinned, { pinned_topics: [topicPin(row)] }, audience)
}

/** One's own pins can be taken away wherever they are, also where one may not look any more. */
export async function unpinTopic(act: Act, asked: Place): Promise<void> {
  const { stream_id, topic, for_everyone } = asked
  const own = { channel_id: stream_id, topic: normalTopic(topic), user_id: act.viewer.id }
  const pins = for_everyone ? [] : await store.pinsOfTopic(act.tx, stream_id, own.topic)
  const isOwn = pins.some(({ user_id }) => user_id === own.user_id)
  const { row, isPinned, audience } = isOwn
    ? { row: own, isPinned: true, audience: audienceOf(act, null) }
    : await placeOf(act, asked)
  if (!isPinned) return
  await store.deleteTopic(act.tx, row)
  act.emit(api.topicsUnpinned, { pinned_topics: [topicPin(row)] }, audience)
}

async function messageOf(act: Act, messageId: MessageId, forEveryone: boolean) {
  const reader = await readerOf(act)
  const message = await readableMessage(act.tx, reader, messageId)
  const channel = act.get(channelsMirror).ofConversation(message.conversation_id)
  if (forEveryone) {
    if (!channel) throw api.mayNotPin()
    checkMayPin(reader, channel, act)
  }
  const channelId = forEveryone && channel ? asChannelId(channel.id) : null
  const row = { message_id: message.id, channel_id: channelId, user_id: forEveryone ? null : act.viewer.id }
  const pins = forEveryone
    ? await store.pinsOfMessages(act.tx, [messageId])
    : await store.messagesOfPerson(act.tx, act.viewer.id)
  const isPinned = pins.some(({ message_id }) => message_id === messageId)
  return { channel, row, isPinned, audience: audienceOf(act, channelId) }
}

export async function pinMessage(act: Act, messageId: MessageId, forEveryone: boolean): Promise<void> {
  const { tx, org, viewer, now } = act
  const { channel, row, isPinned, audience } = await messageOf(act, messageId, forEveryone)
  if (forEveryone && channel && hasProtectedHistory(channel)) throw api.historyIsProtected()
  if (isPinned) return
  if (forEveryone && channel)
    checkTotal(mostOfChannel, 'pinned messages', (await store.messagesOfChannels(tx, [channel.id])).length)
  else checkTotal(mostOfOnePerson, 'pinned messages', (await store.messagesOfPerson(tx, viewer.id)).length)
  await store.insertMessage(tx, { ...row, org_id: org.id, pinned_by: viewer.id, pinned_at: now })
  act.emit(api.messagesPinned, { pinned_messages: [messagePin(row)] }, audience)
}

export async function unpinMessage(act: Act, messageId: MessageId, forEveryone: boolean): Promise<void> {
  const own = forEveryone ? [] : await store.messagesOfPerson(act.tx, act.viewer.id)
  const pin = own.find(({ message_id }) => message_id === messageId)
  const { row, isPinned, audience } = pin
    ? { row: pin, isPinned: true, audience: audienceOf(act, null) }
    : await messageOf(act, messageId, forEveryone)
  if (!isPinned) return
  await store.deleteMessage(act.tx, messageId, row.user_id)
  act.emit(api.messagesUnpinned, { pinned_messages: [messagePin(row)] }, audience)
}
