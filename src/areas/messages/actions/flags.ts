import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { channelsMirror } from '../../channels/mirror.ts'
import { subscriptionsMirror } from '../../subscriptions/mirror.ts'
import type { UserSubscriptions } from '../../subscriptions/span.ts'
import { reaches, reachIn, readerOf } from '../access/reader.ts'
import { receivingOf } from '../access/receiving-conversations.ts'
import * as api from '../api/flags.ts'
import { flagsChanged, messagesRead } from '../hooks.ts'
import {
  detailsOfUnread,
  flaggedAmong,
  type PlacedMessages,
  placesOfMessages,
  readAmong,
  type UnreadDetails,
  upsertFlag,
} from '../store/flags.ts'
import * as readState from '../store/read-state.ts'
import { newestUnread } from '../store/unread.ts'
import { unreadPart } from '../store/unread-parts.ts'
import { type ReadProgress, readOn } from './read-progress.ts'

export interface FlagsUpdated {
  /** The messages that have the requested flag state now. */
  messages: MessageId[]
  changed: number
  /** Channels whose messages can't be marked as unread without a subscription. */
  notSubscribed: ChannelId[]
}

/** Changes a personal flag of messages that the viewer can read, and notifies their other clients. */
export async function updateFlags(
  act: Act,
  messageIds: MessageId[],
  op: api.FlagOperation,
  flag: api.EditableFlag,
): Promise<FlagsUpdated> {
  const places = await readablePlaces(act, messageIds)
  if (flag !== 'read') return mark(act, places, op, flag)
  return op === 'add' ? markRead(act, places) : markUnread(act, places)
}

interface Place extends PlacedMessages {
  readonly channelId: ChannelId | undefined
}

/** Groups the messages by conversation; throws unless the viewer can read all of them. */
async function readablePlaces(act: Act, messageIds: MessageId[]): Promise<Place[]> {
  const reader = await readerOf(act)
  const wanted = [...new Set(messageIds)]
  const places = await placesOfMessages(act.tx, act.org.id, wanted)
  const isReadable = (place: PlacedMessages) => {
    const reach = reachIn(reader, place)
    return place.ids.every((id) => reaches(reach, id))
  }
  const found = places.reduce((count, { ids }) => count + ids.length, 0)
  if (found < wanted.length || !places.every(isReadable)) throw api.invalidMessages()
  const channels = act.get(channelsMirror)
  return places.map((place) => ({
    ...place,
    channelId: place.member_ids ? undefined : channels.ofConversation(place.conversation_id)?.id,
  }))
}

const ascending = (ids: MessageId[]): MessageId[] => ids.sort((a, b) => a - b)
const idsOf = (places: Place[]): MessageId[] => ascending(places.flatMap(({ ids }) => ids))

async function mark(act: Act, places: Place[], op: api.FlagOperation, flag: 'starred' | 'collapsed') {
  const messages = idsOf(places)
  const flagged = await flaggedAmong(act.tx, act.viewer.id, messages, flag)
  const changed = messages.filter((id) => flagged.has(id) !== (op === 'add'))
  await upsertFlag(act.tx, act.org.id, act.viewer.id, changed, flag, op === 'add')
  emitChange(act, op, flag, changed)
  await flagsChanged(act, { flag, op, messageIds: changed })
  return { messages, changed: changed.length, notSubscribed: [] }
}

async function markRead(act: Act, places: Place[]): Promise<FlagsUpdated> {
  const subscriptions = await act.fetch(subscriptionsMirror, act.viewer.id)
  const received = receivedIn(subscriptions, places)
  const read = await readAmong(act.tx, act.org.id, act.viewer.id, received)
  const changed = received.filter((id) => !read.has(id))
  await readState.insertRead(act.tx, act.org.id, act.viewer.id, changed)
  await tellOfReading(act, changed)
  await flagsChanged(act, { flag: 'read', op: 'add', messageIds: changed })
  return { messages: idsOf(places), changed: changed.length, notSubscribed: [] }
}

/** Only messages in conversations that the user receives can become unread. */
async function markUnread(act: Act, places: Place[]): Promise<FlagsUpdated> {
  const { tx, org, viewer } = act
  const subscriptions = await act.fetch(subscriptionsMirror, viewer.id)
  const received = receivedIn(subscriptions, places)
  const read = await readAmong(tx, org.id, viewer.id, received)
  const changed = received.filter((id) => read.has(id))
  await readState.removeRead(tx, viewer.id, changed)
  if (changed.length > 0) {
    const message_details = detailsOf(viewer.id, places, await detailsOfUnread(tx, org.id, viewer.id, changed))
    act.emit(api.flagsRemoved, { operation: 'remove', flag: 'read', messages: changed, all: false, message_details }, [
      viewer.id,
    ])
  }
  await flagsChanged(act, { flag: 'read', op: 'remove', messageIds: changed })
  const channels = places.flatMap(({ channelId }) =>
    channelId !== undefined && !subscriptions.isSubscribed(channelId) ? [channelId] : [],
  )
  return { messages: received, changed: changed.length, notSubscribed: channels.sort((a, b) => a - b) }
}

/** Messages that can be unread, ascending: see the read state store. */
const receivedIn = (subscriptions: UserSubscriptions, places: Place[]): MessageId[] =>
  ascending(
    places.flatMap(({ channelId, ids }) =>
      channelId === undefined ? ids : ids.filter((id) => subscriptions.receives(channelId, id)),
    ),
  )

function detailsOf(userId: UserId, places: Place[], unread: UnreadDetails[]): Record<string, api.MessageDetails> {
  const placeOf = new Map(places.flatMap((place) => place.ids.map((id) => [id, place] as const)))
  const details = ({ id, topic, mentioned }: UnreadDetails): api.MessageDetails => {
    const { channelId, member_ids } = placeOf.get(id) as Place
    return {
      ...(channelId === undefined
        ? { type: 'private', user_ids: (member_ids as UserId[]).filter((member) => member !== userId) }
        : { type: 'stream', stream_id: channelId, topic }),
      ...(mentioned ? { mentioned } : {}),
    }
  }
  return Object.fromEntries(unread.map((one) => [one.id, details(one)]))
}

function emitChange(act: Act, op: api.FlagOperation, flag: api.EditableFlag, messages: MessageId[]): void {
  if (messages.length === 0) return
  const change = { flag, messages, all: false }
  if (op === 'add') act.emit(api.flagsAdded, { operation: op, ...change }, [act.viewer.id])
  else act.emit(api.flagsRemoved, { operation: op, ...change }, [act.viewer.id])
}

async function tellOfReading(act: Act, messages: MessageId[]): Promise<void> {
  emitChange(act, 'add', 'read', messages)
  if (messages.length > 0) await messagesRead(act, { userIds: [act.viewer.id], messageIds: messages })
}

const receiving = async (act: Act) =>
  receivingOf(await act.fetch(subscriptionsMirror, act.viewer.id), act.get(channelsMirror))

/** Maximum messages per act. A conversation is one ID range; in a topic each message is looked up. */
const mostInAct = { conversation: 5_000, topic: 1_000 }

/** Marks the next batch of a conversation or topic as read; call until nothing is left. */
export async function markConversationRead(
  act: Act,
  conversationId: ConversationId,
  topic: string | undefined,
  progress: ReadProgress,
): Promise<ReadProgress> {
  const { tx, org, viewer } = act
  const most = mostInAct[topic === undefined ? 'conversation' : 'topic']
  const place = { conversationId, topic }
  const part = await unreadPart(tx, viewer.id, await receiving(act), place, { ...progress, most })
  const { ids } = part
  const newest = ids.at(-1)
  if (newest !== undefined) {
    if (topic === undefined) await readState.insertReadUpTo(tx, org.id, viewer.id, conversationId, newest)
    else await readState.insertRead(tx, org.id, viewer.id, ids)
    await tellOfReading(act, ids)
    await flagsChanged(act, { flag: 'read', op: 'add', messageIds: ids })
  }
  return readOn(tx, progress, part)
}

/** Above this, the event says `all` instead of listing messages. */
const mostListed = 10_000

export async function markEverythingRead(act: Act): Promise<void> {
  const { tx, org, viewer } = act
  const where = await receiving(act)
  const ids = await newestUnread(tx, viewer.id, where, mostListed + 1)
  if (ids.length === 0) return
  await readState.insertAllRead(tx, org.id, viewer.id, where.conversationIds)
  if (ids.length <= mostListed) return tellOfReading(act, ids)
  act.emit(api.flagsAdded, { operation: 'add', flag: 'read', messages: [], all: true }, [viewer.id])
  await messagesRead(act, { userIds: [viewer.id], messageIds: 'all' })
}
