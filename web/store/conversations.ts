import { computed, type Signal, signal } from '@preact/signals'
import { getChannelTopics } from '../../src/features/messages/messages/api/fetch.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'
import { onEvents, onRenewal, part } from './connection.ts'
import { ownId } from './people.ts'
import { directUnread } from './unread.ts'

const recent = part<{ max_message_id: number; user_ids: number[] }[]>('recent_private_conversations')

/** Direct conversations, the one with the newest message first; those with something unread are never missing. */
export const directConversations = computed<readonly { conversation: Conversation; newest: number }[]>(() => {
  const found = new Map<string, { conversation: Conversation; newest: number }>()
  for (const { user_ids, max_message_id } of recent.value ?? []) {
    const userIds = user_ids.length > 0 ? [...user_ids].sort((a, b) => a - b) : [ownId.value]
    const conversation: Conversation = { kind: 'direct', userIds }
    found.set(conversationKey(conversation), { conversation, newest: max_message_id })
  }
  for (const [key, { conversation, ids }] of directUnread.value)
    if (!found.has(key)) found.set(key, { conversation, newest: ids.at(-1) ?? 0 })
  return [...found.values()].sort((a, b) => b.newest - a.newest)
})

export interface Topic {
  readonly name: string
  readonly newest: number
}

/** The id of the newest message of a conversation, as far as it is known here; undefined where there is none. */
export function newestMessage(conversation: Conversation): number | undefined {
  if (conversation.kind === 'topic') {
    const name = conversation.topic.trim().toLowerCase()
    return topicsOf(conversation.channelId).value?.find((one) => one.name.toLowerCase() === name)?.newest
  }
  const key = conversationKey(conversation)
  return directConversations.value.find((one) => conversationKey(one.conversation) === key)?.newest
}

const topics = new Map<number, Signal<readonly Topic[] | undefined>>()

/** A channel's topics, newest first; undefined until they have come. The first question for them fetches them. */
export function topicsOf(channelId: number): Signal<readonly Topic[] | undefined> {
  let found = topics.get(channelId)
  if (!found) {
    found = signal<readonly Topic[] | undefined>(undefined)
    topics.set(channelId, found)
    void fetchTopics(channelId)
  }
  return found
}

/** The topics of those channels that somebody has asked for. */
export const fetchedTopics = (): [channelId: number, list: readonly Topic[]][] =>
  [...topics].flatMap(([id, { value }]) => (value ? [[id, value] as [number, readonly Topic[]]] : []))

async function fetchTopics(channelId: number): Promise<void> {
  const answer = await api
    .call(getChannelTopics, { stream_id: channelId, allow_empty_topic_name: true })
    .catch(() => undefined)
  const known = topics.get(channelId)
  if (!known) return
  if (answer) known.value = answer.topics.map(({ name, max_id }) => ({ name, newest: max_id }))
  else topics.delete(channelId)
}

onEvents((events) => {
  for (const event of events) {
    if (event.type === 'message') {
      const { stream_id, subject, id } = event.message as { stream_id?: number; subject: string; id: number }
      const known = stream_id === undefined ? undefined : topics.get(stream_id)
      if (!known?.value) continue
      const others = known.value.filter(({ name }) => name.toLowerCase() !== subject.toLowerCase())
      known.value = [{ name: subject, newest: id }, ...others]
    } else if (event.type === 'update_message' || event.type === 'delete_message') {
      // which topics are left, and how new they are, only the server knows
      for (const id of [event.stream_id, event.new_stream_id])
        if (typeof id === 'number' && topics.has(id)) void fetchTopics(id)
    }
  }
})
onRenewal(() => {
  for (const id of topics.keys()) void fetchTopics(id)
})
