import type { RecentConversation as Told } from '../../src/features/messages/messages/recent-conversations/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { type Conversation, conversationKey, conversationOfMessage } from '../narrow/narrow.ts'

/** A conversation as the server told of it, and as what came since has changed it. */
export interface RecentConversation {
  readonly key: string
  readonly conversation: Conversation
  /** The id of its newest message. */
  readonly newest: number
  /** When that was sent, in seconds. */
  readonly timestamp: number
  /** Ids of who wrote last, the latest first. */
  readonly senders: readonly number[]
  /** Whether one takes part in it. */
  readonly isOwn: boolean
}

const maxSenders = 8

const conversationOf = ({ stream_id, topic = '', user_ids = [] }: Told): Conversation =>
  stream_id === undefined
    ? { kind: 'direct', userIds: [...user_ids].sort((a, b) => a - b) }
    : { kind: 'topic', channelId: stream_id, topic }

export function toldConversation(told: Told): RecentConversation {
  const conversation = conversationOf(told)
  return {
    key: conversationKey(conversation),
    conversation,
    newest: told.newest_message_id,
    timestamp: told.timestamp,
    senders: told.sender_ids,
    isOwn: told.participated,
  }
}

type List = readonly RecentConversation[]

/** With those of another answer: of each the one that knows the newer message; the newest first. */
export function merged(list: List, others: List): List {
  const found = new Map(list.map((one) => [one.key, one]))
  for (const other of others) {
    const one = found.get(other.key)
    if (!one || one.newest < other.newest) found.set(other.key, other)
  }
  return [...found.values()].sort((a, b) => b.newest - a.newest)
}

/** With a message that has come, unless it is known already. */
export function withMessage(list: List, message: Message, ownId: number): List {
  const conversation = conversationOfMessage(message, ownId)
  const key = conversationKey(conversation)
  const before = list.find((one) => one.key === key)
  if (before && before.newest >= message.id) return list
  const others = before ? list.filter((one) => one !== before) : list
  const senders = [message.sender_id, ...(before?.senders ?? []).filter((id) => id !== message.sender_id)]
  const one: RecentConversation = {
    key,
    conversation,
    newest: message.id,
    timestamp: message.timestamp,
    senders: senders.slice(0, maxSenders),
    isOwn: message.sender_id === ownId || (before?.isOwn ?? false),
  }
  return [one, ...others]
}
