import { type ChannelId, type ConversationId, eventName, type MessageId, type UserId } from '#contract'
import { type Entry, saidBy, type Tail } from '#platform/events'
import type { Channels } from '../../../channels/channels/channel.ts'
import { messageDeleted } from '../api/delete.ts'
import { messageUpdated } from '../api/edit.ts'
import { flagsAdded, flagsRemoved } from '../api/flags.ts'
import { messageReceived } from '../api/send.ts'
import { messagesImported } from '../imported-states.ts'

/** How a user's unread messages have changed since a position of the log, by its events. */
export interface UnreadChanges {
  /** Messages that are no longer unread, or were deleted. */
  readonly gone: Set<MessageId>
  /** Conversations to read again. */
  readonly stale: Set<ConversationId>
  /** Conversations with new messages, with the first one's ID. */
  readonly grown: Map<ConversationId, MessageId>
  /** Of these conversations, the direct ones. */
  readonly directs: Set<ConversationId>
}

/** Undefined if everything has to be read again. */
export function unreadChanges(
  tail: Tail,
  after: number,
  userId: UserId,
  channels: Pick<Channels, 'byId'>,
): UnreadChanges | undefined {
  if (after < tail.floor) return undefined
  const changes: UnreadChanges = { gone: new Set(), stale: new Set(), grown: new Map(), directs: new Set() }
  let isClear = true
  tail.each(after, (entry) => {
    isClear = followers.get(eventName(entry))?.(changes, entry, userId, channels) ?? true
    return isClear
  })
  return isClear ? changes : undefined
}

type Follow = (changes: UnreadChanges, entry: Entry, userId: UserId, channels: Pick<Channels, 'byId'>) => boolean

const followers: ReadonlyMap<string, Follow> = new Map<string, Follow>([
  [
    eventName(messageReceived),
    (changes, entry, userId) => {
      const message = saidBy(messageReceived, entry)?.message
      if (!message) return false
      const { id, recipient_id } = message as unknown as { id: MessageId; recipient_id: ConversationId }
      if (message.type === 'private') {
        if (!entry.audience.users?.includes(userId)) return true
        changes.directs.add(recipient_id)
      }
      const first = changes.grown.get(recipient_id)
      if (first === undefined || id < first) changes.grown.set(recipient_id, id)
      return true
    },
  ],
  [
    eventName(flagsAdded),
    ({ gone }, entry, userId) => {
      const change = saidBy(flagsAdded, entry)
      if (change?.flag !== 'read' || !entry.audience.users?.includes(userId)) return true
      if (change.all) return false
      for (const id of change.messages) gone.add(id as MessageId)
      return true
    },
  ],
  [
    eventName(flagsRemoved),
    ({ stale }, entry, userId, { byId }) => {
      const change = saidBy(flagsRemoved, entry)
      if (change?.flag !== 'read' || !entry.audience.users?.includes(userId)) return true
      return Object.values(change.message_details ?? {}).every(({ stream_id }) => addStale(stale, byId, stream_id))
    },
  ],
  [
    eventName(messageDeleted),
    ({ gone }, entry) => {
      const { message_ids = [], message_id } = saidBy(messageDeleted, entry) ?? {}
      for (const id of message_id === undefined ? message_ids : [message_id]) gone.add(id as MessageId)
      return true
    },
  ],
  [
    eventName(messageUpdated),
    ({ stale }, entry, _userId, { byId }) => {
      const { stream_id, new_stream_id } = saidBy(messageUpdated, entry) ?? {}
      // editing a direct message doesn't change what's unread
      if (stream_id === undefined) return true
      return addStale(stale, byId, stream_id) && (new_stream_id === undefined || addStale(stale, byId, new_stream_id))
    },
  ],
  [eventName(messagesImported), () => false],
])

/** False if the channel is unknown, such as for a direct message. */
function addStale(stale: Set<ConversationId>, byId: Channels['byId'], channelId: number | undefined): boolean {
  const channel = byId.get(channelId as ChannelId)
  if (channel) stale.add(channel.conversationId)
  return channel !== undefined
}
