import {
  apiError,
  bool,
  ChannelId,
  ChannelIdOut,
  compareTexts,
  endpoint,
  event,
  MessageId,
  MessageIdOut,
  state,
  text,
  z,
} from '#contract'
import { invalidChannelId } from '../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../channels/channels/limits.ts'
import { tooManyKept } from '../../people/organization/totals.ts'
import { restrictedErrors } from '../../people/restrictions/errors.ts'
import { invalidMessages } from '../messages/api/flags.ts'

/** A topic pinned above the others: `for_everyone` in the channel, or only for its owner. */
export const PinnedTopic = z.object({ stream_id: ChannelIdOut, topic_name: z.string(), for_everyone: bool })
export type PinnedTopic = z.infer<typeof PinnedTopic>

/** `stream_id`: pinned for everyone in that channel; null: only for its owner. */
export const PinnedMessage = z.object({ message_id: MessageIdOut, stream_id: ChannelIdOut.nullable() })
export type PinnedMessage = z.infer<typeof PinnedMessage>

export const cannotPin = apiError(400, 'BAD_REQUEST', "You don't have permission to pin for everyone here")
export const historyIsProtected = apiError(
  400,
  'BAD_REQUEST',
  "You can't pin for everyone in channels with protected history",
)

const for_everyone = bool.default(false)
const place = { stream_id: ChannelId, topic: text({ max: maxWrittenTopicLength }), for_everyone }
const notForEveryone = [...restrictedErrors, cannotPin, historyIsProtected]

/** Pinning a pinned topic, or unpinning an unpinned one, changes nothing. */
export const pinTopic = endpoint('POST /pinned_topics', {
  summary: 'Pin a topic, for yourself or for everyone in the channel',
  params: place,
  errors: [invalidChannelId, ...notForEveryone, tooManyKept],
})

export const unpinTopic = endpoint('DELETE /pinned_topics', {
  summary: 'Unpin a topic',
  params: place,
  errors: [...restrictedErrors, invalidChannelId, cannotPin],
})

/** For everyone only in channels. */
export const pinMessage = endpoint('POST /messages/{message_id}/pin', {
  summary: 'Pin a message, for yourself or for everyone in its channel',
  params: { message_id: MessageId, for_everyone },
  errors: [invalidMessages, ...notForEveryone, tooManyKept],
})

export const unpinMessage = endpoint('DELETE /messages/{message_id}/pin', {
  summary: 'Unpin a message',
  params: { message_id: MessageId, for_everyone },
  errors: [...restrictedErrors, invalidMessages, cannotPin],
})

/** The caller's, and those for everyone in subscribed channels; with `stream_id`, in that channel only. */
export const getPins = endpoint('GET /pins', {
  summary: 'Get pinned topics and messages',
  params: { stream_id: ChannelId.optional() },
  result: { pinned_topics: z.array(PinnedTopic), pinned_messages: z.array(PinnedMessage) },
  errors: [invalidChannelId],
})

const topics = { pinned_topics: z.array(PinnedTopic) }
const messages = { pinned_messages: z.array(PinnedMessage) }

export const topicsPinned = event('pinned_topics', 'add', topics)
export const topicsUnpinned = event('pinned_topics', 'remove', topics)
export const messagesPinned = event('pinned_messages', 'add', messages)
export const messagesUnpinned = event('pinned_messages', 'remove', messages)

const topicKey = ({ stream_id, topic_name, for_everyone }: PinnedTopic) =>
  `${stream_id} ${for_everyone} ${topic_name.toLowerCase()}`
const messageKey = ({ message_id, stream_id }: PinnedMessage) => `${message_id} ${stream_id}`

function without<T>(list: readonly T[], gone: readonly T[], key: (one: T) => string): T[] {
  const keys = new Set(gone.map(key))
  return list.filter((one) => !keys.has(key(one)))
}

/** The order of register's lists. */
export const topicsInOrder = <T extends PinnedTopic>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.stream_id - b.stream_id || compareTexts(topicKey(a), topicKey(b)))
export const messagesInOrder = <T extends PinnedMessage>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => a.message_id - b.message_id || (a.stream_id ?? 0) - (b.stream_id ?? 0))

/** The user's own, and those of subscribed channels. */
export const pinnedTopics = state('pinned_topics', z.array(PinnedTopic))
  .on(topicsPinned, (list, { pinned_topics }) =>
    topicsInOrder([...without(list, pinned_topics, topicKey), ...pinned_topics]),
  )
  .on(topicsUnpinned, (list, { pinned_topics }) => without(list, pinned_topics, topicKey))

export const pinnedMessages = state('pinned_messages', z.array(PinnedMessage))
  .on(messagesPinned, (list, { pinned_messages }) =>
    messagesInOrder([...without(list, pinned_messages, messageKey), ...pinned_messages]),
  )
  .on(messagesUnpinned, (list, { pinned_messages }) => without(list, pinned_messages, messageKey))
