import { agentOf } from '../../src/contract/scopes.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { type Conversation, conversationKey, conversationOfMessage } from '../narrow/narrow.ts'

/** A message with what stands above it. */
export interface Row {
  readonly message: Message
  /** Above the first message of each day. */
  readonly day: Date | undefined
  /** Above the first of several messages to the same place. */
  readonly conversation: Conversation | undefined
  /** Not repeated for the same sender's next message within the same run. */
  readonly showsSender: boolean
  /** The first message that was unread when the view was opened. */
  readonly isFirstUnread: boolean
}

const sameDay = (a: number, b: number) => new Date(a * 1000).toDateString() === new Date(b * 1000).toDateString()

interface Layout {
  readonly ownId: number
  /** Whether the view mixes conversations. */
  readonly isMixed: boolean
  readonly firstUnread: number | undefined
}

/** How messages in order of their ids are laid out. */
export function rowsOf(messages: readonly Message[], { ownId, isMixed, firstUnread }: Layout): Row[] {
  let previous: { message: Message; key: string } | undefined
  return messages.map((message) => {
    const conversation = conversationOfMessage(message, ownId)
    const key = conversationKey(conversation)
    const isNewDay = !previous || !sameDay(previous.message.timestamp, message.timestamp)
    const isNewPlace = !previous || previous.key !== key
    const isFirstUnread = message.id === firstUnread
    const row: Row = {
      message,
      day: isNewDay ? new Date(message.timestamp * 1000) : undefined,
      conversation: isMixed && (isNewPlace || isNewDay) ? conversation : undefined,
      showsSender:
        isNewDay ||
        isNewPlace ||
        isFirstUnread ||
        previous?.message.sender_id !== message.sender_id ||
        agentOf(previous.message.client) !== agentOf(message.client) ||
        message.is_me_message ||
        Boolean(previous?.message.is_me_message),
      isFirstUnread,
    }
    previous = { message, key }
    return row
  })
}
