import type { Unread } from '../../src/features/messages/messages/unread/wire.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'

/** What somebody hears of, as far as counts go. */
export interface Hearing {
  readonly ownId: number
  isSubscribed(channelId: number): boolean
  isMuted(channelId: number, topic: string): boolean
}

export interface UnreadTopic {
  readonly topic: string
  readonly ids: readonly number[]
  readonly isMuted: boolean
  readonly isMentioned: boolean
}

export interface ChannelUnread {
  /** Of what is not muted. */
  readonly count: number
  readonly mutedCount: number
  readonly isMentioned: boolean
}

export interface DirectUnread {
  readonly conversation: Conversation
  readonly ids: readonly number[]
}

/** Unread topics by channel, the newest first; unsubscribed channels are left out. */
export function topicsByChannel(unread: Unread | undefined, hearing: Hearing): Map<number, UnreadTopic[]> {
  const mentions = new Set(unread?.mentions ?? [])
  const byChannel = new Map<number, UnreadTopic[]>()
  for (const { stream_id, topic, unread_message_ids: ids } of unread?.streams ?? []) {
    if (!hearing.isSubscribed(stream_id)) continue
    const isMentioned = mentions.size > 0 && ids.some((id) => mentions.has(id))
    const one = { topic, ids, isMuted: hearing.isMuted(stream_id, topic), isMentioned }
    const list = byChannel.get(stream_id)
    if (list) list.push(one)
    else byChannel.set(stream_id, [one])
  }
  for (const list of byChannel.values()) list.sort((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
  return byChannel
}

export function countOf(topics: readonly UnreadTopic[]): ChannelUnread {
  let [count, mutedCount, isMentioned] = [0, 0, false]
  for (const topic of topics) {
    if (topic.isMuted) mutedCount += topic.ids.length
    else count += topic.ids.length
    isMentioned ||= topic.isMentioned
  }
  return { count, mutedCount, isMentioned }
}

/** Unread direct messages by the key of their conversation. */
export function directsByKey(unread: Unread | undefined, ownId: number): Map<string, DirectUnread> {
  const byKey = new Map<string, DirectUnread>()
  const put = (userIds: readonly number[], ids: readonly number[]) => {
    const conversation: Conversation = { kind: 'direct', userIds }
    byKey.set(conversationKey(conversation), { conversation, ids })
  }
  for (const { other_user_id, unread_message_ids } of unread?.pms ?? []) put([other_user_id], unread_message_ids)
  for (const { user_ids_string, unread_message_ids } of unread?.huddles ?? [])
    put(
      user_ids_string
        .split(',')
        .map(Number)
        .filter((id) => id !== ownId),
      unread_message_ids,
    )
  return byKey
}
