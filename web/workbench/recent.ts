import type { RecentConversation } from '../../src/features/messages/messages/recent-conversations/api.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { conversationKey, conversationOfMessage } from '../narrow/narrow.ts'
import { inTopic } from './team.ts'

const ownId = 1
const newest = Date.now() / 1000

/** As the server makes conversations of messages, a page of them. */
export function recentOf(messages: readonly Message[], { limit, before }: { limit: number; before: number }) {
  const found = new Map<string, RecentConversation>()
  for (const message of messages.toSorted((a, b) => b.id - a.id)) {
    const conversation = conversationOfMessage(message, ownId)
    const key = conversationKey(conversation)
    const one = found.get(key) ?? {
      ...(conversation.kind === 'direct'
        ? { user_ids: [...conversation.userIds] }
        : { stream_id: conversation.channelId, topic: conversation.topic }),
      newest_message_id: message.id,
      timestamp: message.timestamp,
      unread_count: 0,
      sender_ids: [],
      participated: false,
    }
    const isNew = !one.sender_ids.includes(message.sender_id as never)
    found.set(key, {
      ...one,
      sender_ids: isNew ? [...one.sender_ids, message.sender_id as never] : one.sender_ids,
      participated: one.participated || message.sender_id === ownId,
    } as RecentConversation)
  }
  const older = [...found.values()].filter(({ newest_message_id }) => newest_message_id < before)
  return { conversations: older.slice(0, limit), found_oldest: older.length <= limit }
}

const topics = [
  'release 2.4',
  'A topic with a name that is as long as names of topics can be',
  '✔ disk full',
  'colours',
  '',
  'מה אוכלים היום',
  'Pneumonoultramicroscopicsilicovolcanoconiosisandmore',
]

/** More conversations than come at once; some have long names, and many people. */
export const manyConversations: readonly Message[] = inTopic(
  Array.from({ length: 60 }, (_, nth): [number, string, Partial<Message>] => [
    1 + (nth % 4),
    '<p>A word</p>',
    {
      stream_id: 1 + (nth % 2),
      subject: nth < 50 ? `number ${nth + 1}` : (topics[nth % topics.length] as string),
      timestamp: newest - (60 - nth) ** 2 * 90,
      flags: nth % 3 === 0 ? [] : ['read'],
    } as Partial<Message>,
  ]),
)
