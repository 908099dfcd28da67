import type { Message } from '../../src/areas/messages/wire.ts'
import { type Conversation, conversationKey, conversationOfMessage } from '../narrow/narrow.ts'

/** A conversation as its newest messages show it. */
export interface RecentConversation {
  readonly key: string
  readonly conversation: Conversation
  readonly newest: Message
  /** Ids of who wrote last, the latest first. */
  readonly senders: readonly number[]
  /** Whether one has written in it, as far as is known. */
  readonly isOwn: boolean
}

const mostSenders = 4

/** The conversations of messages in order of their ids, the one with the newest message first. */
export function recentConversations(messages: readonly Message[], ownId: number): RecentConversation[] {
  const found = new Map<string, { conversation: Conversation; newest: Message; senders: Set<number>; isOwn: boolean }>()
  for (const message of messages.toReversed()) {
    const conversation = conversationOfMessage(message, ownId)
    const key = conversationKey(conversation)
    let one = found.get(key)
    if (!one) {
      one = { conversation, newest: message, senders: new Set(), isOwn: false }
      found.set(key, one)
    }
    if (one.senders.size < mostSenders) one.senders.add(message.sender_id)
    one.isOwn ||= message.sender_id === ownId
  }
  return [...found].map(([key, one]) => ({ key, ...one, senders: [...one.senders] }))
}
