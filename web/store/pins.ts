import { computed } from '@preact/signals'
import type { PinnedMessage, PinnedTopic } from '../../src/features/messages/pins/api.ts'
import { part } from './connection.ts'

/** A pin can be personal, for everyone in the channel, or both. */
export interface Pin {
  readonly own: boolean
  readonly everyone: boolean
}

const none: Pin = { own: false, everyone: false }
const topics = part<PinnedTopic[]>('pinned_topics')
const messages = part<PinnedMessage[]>('pinned_messages')
const keyOf = (channelId: number, topic: string) => `${channelId} ${topic.toLowerCase()}`

function byKey<K, T>(list: readonly T[] | undefined, key: (one: T) => K, isOwn: (one: T) => boolean): Map<K, Pin> {
  const found = new Map<K, Pin>()
  for (const one of list ?? []) {
    const before = found.get(key(one)) ?? none
    found.set(key(one), isOwn(one) ? { ...before, own: true } : { ...before, everyone: true })
  }
  return found
}

const byTopic = computed(() =>
  byKey(
    topics.value,
    (one) => keyOf(one.stream_id, one.topic_name),
    (one) => !one.for_everyone,
  ),
)
const byMessage = computed(() =>
  byKey(
    messages.value,
    (one) => one.message_id as number,
    (one) => one.stream_id === null,
  ),
)

export const topicPin = (channelId: number, topic: string): Pin => byTopic.value.get(keyOf(channelId, topic)) ?? none
export const messagePin = (id: number): Pin => byMessage.value.get(id) ?? none
export const isPinned = ({ own, everyone }: Pin): boolean => own || everyone

export const hasPinnedMessages = computed(() => byMessage.value.size > 0)

export const pinnedIds = (channelId: number | undefined): readonly number[] => [
  ...new Set(
    messages.value
      ?.filter(({ stream_id }) => stream_id === null || stream_id === channelId)
      .map(({ message_id }) => message_id),
  ),
]

/** Names of a channel's pinned topics, each once. */
export const pinnedTopicsIn = (channelId: number): readonly string[] => [
  ...new Map(
    (topics.value ?? [])
      .filter(({ stream_id }) => stream_id === channelId)
      .map(({ topic_name }) => [topic_name.toLowerCase(), topic_name]),
  ).values(),
]

/** Pinned topics first, in their order, including old or empty ones that the list doesn't have. */
export function withPinned<T extends { readonly name: string }>(
  channelId: number,
  list: readonly T[],
  make: (name: string) => T,
): readonly T[] {
  const pinned = (topics.value ?? []).filter(({ stream_id }) => stream_id === channelId)
  if (pinned.length === 0) return list
  const isTop = ({ name }: T) => isPinned(topicPin(channelId, name))
  const known = new Set(list.map(({ name }) => name.toLowerCase()))
  const absent = new Map(pinned.map(({ topic_name }) => [topic_name.toLowerCase(), topic_name]))
  const others = [...absent].flatMap(([key, name]) => (known.has(key) ? [] : [make(name)]))
  return [...list.filter(isTop), ...others, ...list.filter((one) => !isTop(one))]
}
