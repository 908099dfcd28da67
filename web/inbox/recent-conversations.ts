import type { RecentConversation as RecentOut } from '../../src/features/messages/messages/recent-conversations/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { type Conversation, conversationKey, conversationOfMessage } from '../narrow/narrow.ts'

export interface RecentConversation {
  readonly key: string
  readonly conversation: Conversation
  readonly newest: number
  /** When that was sent, in seconds. */
  readonly timestamp: number
  /** Ids of the latest senders, newest first. */
  readonly senders: readonly number[]
  /** Whether the user has participated. */
  readonly isOwn: boolean
}

const maxSenders = 8

const conversationOf = ({ stream_id, topic = '', user_ids = [] }: RecentOut): Conversation =>
  stream_id === undefined
    ? { kind: 'direct', userIds: [...user_ids].sort((a, b) => a - b) }
    : { kind: 'topic', channelId: stream_id, topic }

export function recentConversationOf(told: RecentOut): RecentConversation {
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

/** Merges another response: of each conversation, the entry with the newer message; newest first. */
export function merged(list: List, others: List): List {
  const found = new Map(list.map((one) => [one.key, one]))
  for (const other of others) {
    const one = found.get(other.key)
    if (!one || one.newest < other.newest) found.set(other.key, other)
  }
  return [...found.values()].sort((a, b) => b.newest - a.newest)
}

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
