import type { ChannelId, ConversationId, MessageId, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { subscriptionsCache } from '../../../channels/subscriptions/cache.ts'
import type { UserSubscriptions } from '../../../channels/subscriptions/span.ts'
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
import type { MarkFlag } from '../wire.ts'
import { type ReadProgress, readOn } from './read-muted.ts'

export interface FlagsUpdated {
  /** The messages that have the requested flag state now. */
  messages: MessageId[]
  changed: number
  /** Channels whose messages can't be marked as unread without a subscription. */
  notSubscribed: ChannelId[]
}

/** Changes a personal flag of messages that the viewer can read, and notifies their other clients. */
export async function updateFlags(
  mutation: Mutation,
  messageIds: MessageId[],
  op: api.FlagOperation,
  flag: api.EditableFlag,
): Promise<FlagsUpdated> {
  const places = await readablePlaces(mutation, messageIds)
  if (flag !== 'read') return mark(mutation, places, op, flag)
  return op === 'add' ? markRead(mutation, places) : markUnread(mutation, places)
}

interface Place extends PlacedMessages {
  readonly channelId: ChannelId | undefined
}

/** Groups the messages by conversation; throws unless the viewer can read all of them. */
async function readablePlaces(mutation: Mutation, messageIds: MessageId[]): Promise<Place[]> {
  const reader = await readerOf(mutation)
  const wanted = [...new Set(messageIds)]
  const places = await placesOfMessages(mutation.tx, mutation.org.id, wanted)
  const isReadable = (place: PlacedMessages) => {
    const reach = reachIn(reader, place)
    return place.ids.every((id) => reaches(reach, id))
  }
  const found = places.reduce((count, { ids }) => count + ids.length, 0)
  if (found < wanted.length || !places.every(isReadable)) throw api.invalidMessages()
  const channels = mutation.get(channelsCache)
  return places.map((place) => ({
    ...place,
    channelId: place.member_ids ? undefined : channels.ofConversation(place.conversation_id)?.id,
  }))
}

const ascending = (ids: MessageId[]): MessageId[] => ids.sort((a, b) => a - b)
const idsOf = (places: Place[]): MessageId[] => ascending(places.flatMap(({ ids }) => ids))

async function mark(mutation: Mutation, places: Place[], op: api.FlagOperation, flag: MarkFlag) {
  const messages = idsOf(places)
  const flagged = await flaggedAmong(mutation.tx, mutation.viewer.id, messages, flag)
  const changed = messages.filter((id) => flagged.has(id) !== (op === 'add'))
  await upsertFlag(mutation.tx, mutation.org.id, mutation.viewer.id, changed, flag, op === 'add')
  emitChange(mutation, op, flag, changed)
  await flagsChanged(mutation, { flag, op, messageIds: changed })
  return { messages, changed: changed.length, notSubscribed: [] }
}

async function markRead(mutation: Mutation, places: Place[]): Promise<FlagsUpdated> {
  const subscriptions = await mutation.fetch(subscriptionsCache, mutation.viewer.id)
  const received = receivedIn(subscriptions, places)
  const read = await readAmong(mutation.tx, mutation.org.id, mutation.viewer.id, received)
  const changed = received.filter((id) => !read.has(id))
  await readState.insertRead(mutation.tx, mutation.org.id, mutation.viewer.id, changed)
  await announceReading(mutation, changed)
  await flagsChanged(mutation, { flag: 'read', op: 'add', messageIds: changed })
  return { messages: idsOf(places), changed: changed.length, notSubscribed: [] }
}

/** Only messages in conversations that the user receives can become unread. */
async function markUnread(mutation: Mutation, places: Place[]): Promise<FlagsUpdated> {
  const { tx, org, viewer } = mutation
  const subscriptions = await mutation.fetch(subscriptionsCache, viewer.id)
  const received = receivedIn(subscriptions, places)
  const read = await readAmong(tx, org.id, viewer.id, received)
  const changed = received.filter((id) => read.has(id))
  await readState.removeRead(tx, viewer.id, changed)
  if (changed.length > 0) {
    const message_details = detailsOf(viewer.id, places, await detailsOfUnread(tx, org.id, viewer.id, changed))
    mutation.emit(
      api.flagsRemoved,
      { operation: 'remove', flag: 'read', messages: changed, all: false, message_details },
      [viewer.id],
    )
  }
  await flagsChanged(mutation, { flag: 'read', op: 'remove', messageIds: changed })
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

function emitChange(mutation: Mutation, op: api.FlagOperation, flag: api.EditableFlag, messages: MessageId[]): void {
  if (messages.length === 0) return
  const change = { flag, messages, all: false }
  if (op === 'add') mutation.emit(api.flagsAdded, { operation: op, ...change }, [mutation.viewer.id])
  else mutation.emit(api.flagsRemoved, { operation: op, ...change }, [mutation.viewer.id])
}

async function announceReading(mutation: Mutation, messages: MessageId[]): Promise<void> {
  emitChange(mutation, 'add', 'read', messages)
  if (messages.length > 0) await messagesRead(mutation, { userIds: [mutation.viewer.id], messageIds: messages })
}

const receiving = async (mutation: Mutation) =>
  receivingOf(await mutation.fetch(subscriptionsCache, mutation.viewer.id), mutation.get(channelsCache))

/** Maximum messages per transaction. A conversation is one ID range; in a topic each message is looked up. */
const maxPerTransaction = { conversation: 5_000, topic: 1_000 }

/** Marks the next batch of a conversation or topic as read; call until nothing is left. */
export async function markConversationRead(
  mutation: Mutation,
  conversationId: ConversationId,
  topic: string | undefined,
  progress: ReadProgress,
): Promise<ReadProgress> {
  const { tx, org, viewer } = mutation
  const most = maxPerTransaction[topic === undefined ? 'conversation' : 'topic']
  const place = { conversationId, topic }
  const part = await unreadPart(tx, viewer.id, await receiving(mutation), place, { ...progress, most })
  const { ids } = part
  const newest = ids.at(-1)
  if (newest !== undefined) {
    if (topic === undefined) await readState.insertReadUpTo(tx, org.id, viewer.id, conversationId, newest)
    else await readState.insertRead(tx, org.id, viewer.id, ids)
    await announceReading(mutation, ids)
    await flagsChanged(mutation, { flag: 'read', op: 'add', messageIds: ids })
  }
  return readOn(tx, progress, part)
}

/** Above this, the event says `all` instead of listing messages. */
const maxListed = 10_000

export async function markEverythingRead(mutation: Mutation): Promise<void> {
  const { tx, org, viewer } = mutation
  const where = await receiving(mutation)
  const ids = await newestUnread(tx, viewer.id, where, maxListed + 1)
  if (ids.length === 0) return
  await readState.insertAllRead(tx, org.id, viewer.id, where.conversationIds)
  if (ids.length <= maxListed) return announceReading(mutation, ids)
  mutation.emit(api.flagsAdded, { operation: 'add', flag: 'read', messages: [], all: true }, [viewer.id])
  await messagesRead(mutation, { userIds: [viewer.id], messageIds: 'all' })
}
