import { computed } from '@preact/signals'
import { isSubscribed } from './channels.ts'
import { fetchedTopics } from './conversations.ts'
import { messages, revision } from './messages.ts'
import { unreadTopics } from './unread.ts'

export interface KnownTopic {
  readonly channelId: number
  readonly topic: string
  readonly newest: number
  readonly unread: number
}

/** How many messages are searched for topics. */
const looked = 5_000

/** The known topics of all channels: from opened channels, loaded messages, and unread messages. */
export const knownTopics = computed<readonly KnownTopic[]>(() => {
  revision.value
  const found = new Map<string, KnownTopic>()
  const put = (one: KnownTopic) => {
    const key = `${one.channelId} ${one.topic.toLowerCase()}`
    const known = found.get(key)
    found.set(key, {
      ...(known ?? one),
      newest: Math.max(known?.newest ?? 0, one.newest),
      unread: Math.max(known?.unread ?? 0, one.unread),
    })
  }
  for (const [channelId, topics] of unreadTopics.value)
    for (const { topic, ids, isMuted } of topics)
      put({ channelId, topic, newest: ids.at(-1) ?? 0, unread: isMuted ? 0 : ids.length })
  for (const [channelId, topics] of fetchedTopics())
    for (const { name, newest } of topics) put({ channelId, topic: name, newest, unread: 0 })
  for (const { id, stream_id, subject } of messages.latest(looked))
    if (stream_id !== undefined && isSubscribed(stream_id))
      put({ channelId: stream_id, topic: subject, newest: id, unread: 0 })
  return [...found.values()].sort((a, b) => b.newest - a.newest)
})
