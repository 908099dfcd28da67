import { computed } from '@preact/signals'
import type { Unread } from '../../src/areas/messages/unread/wire.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { isMuted, isSubscribed } from './channels.ts'
import { part } from './connection.ts'
import { ownId } from './people.ts'

const unread = part<Unread>('unread_msgs')

export interface UnreadTopic {
  readonly topic: string
  readonly ids: readonly number[]
  readonly isMuted: boolean
  readonly isMentioned: boolean
}

/** Ids of what is unread and calls for one. */
export const mentions = computed(() => new Set(unread.value?.mentions ?? []))

/** Unread topics by channel, the newest first; unsubscribed channels are left out. */
export const unreadTopics = computed(() => {
  const byChannel = new Map<number, UnreadTopic[]>()
  for (const { stream_id, topic, unread_message_ids: ids } of unread.value?.streams ?? []) {
    if (!isSubscribed(stream_id)) continue
    const one = {
      topic,
      ids,
      isMuted: isMuted(stream_id, topic),
      isMentioned: ids.some((id) => mentions.value.has(id)),
    }
    const list = byChannel.get(stream_id)
    if (list) list.push(one)
    else byChannel.set(stream_id, [one])
  }
  for (const list of byChannel.values()) list.sort((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
  return byChannel
})

export interface ChannelUnread {
  /** Of what is not muted. */
  readonly count: number
  readonly mutedCount: number
  readonly isMentioned: boolean
}

let knownCounts: ReadonlyMap<number, ChannelUnread> = new Map()

/** By channel; a channel whose counts have not changed keeps its object, so that only others are drawn anew. */
export const channelUnread = computed(() => {
  const counts = new Map<number, ChannelUnread>()
  for (const [channelId, topics] of unreadTopics.value) {
    let [count, mutedCount, isMentioned] = [0, 0, false]
    for (const topic of topics) {
      if (topic.isMuted) mutedCount += topic.ids.length
      else count += topic.ids.length
      isMentioned ||= topic.isMentioned
    }
    const known = knownCounts.get(channelId)
    const isSame = known?.count === count && known.mutedCount === mutedCount && known.isMentioned === isMentioned
    counts.set(channelId, isSame ? known : { count, mutedCount, isMentioned })
  }
  knownCounts = counts
  return counts
})

/** Unread direct messages by the key of their conversation. */
export const directUnread = computed(() => {
  const byKey = new Map<string, { conversation: Conversation; ids: readonly number[] }>()
  const put = (userIds: readonly number[], ids: readonly number[]) => {
    const conversation: Conversation = { kind: 'direct', userIds }
    byKey.set(conversationKey(conversation), { conversation, ids })
  }
  for (const { other_user_id, unread_message_ids } of unread.value?.pms ?? []) put([other_user_id], unread_message_ids)
  for (const { user_ids_string, unread_message_ids } of unread.value?.huddles ?? [])
    put(
      user_ids_string
        .split(',')
        .map(Number)
        .filter((id) => id !== ownId.value),
      unread_message_ids,
    )
  return byKey
})

export const directCount = computed(() =>
  [...directUnread.value.values()].reduce((sum, { ids }) => sum + ids.length, 0),
)

/** What the home view and the page's title count: direct messages, and channels without what is muted. */
export const totalCount = computed(
  () => directCount.value + [...channelUnread.value.values()].reduce((sum, { count }) => sum + count, 0),
)

/** How much is unread in one conversation. */
export function unreadIn(conversation: Conversation): readonly number[] {
  if (conversation.kind === 'direct') return directUnread.value.get(conversationKey(conversation))?.ids ?? []
  const topic = conversation.topic.toLowerCase()
  return unreadTopics.value.get(conversation.channelId)?.find((one) => one.topic.toLowerCase() === topic)?.ids ?? []
}
