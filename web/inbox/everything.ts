import { computed } from '@preact/signals'
import { peopleNames, topicName } from '../entities/place.tsx'
import { conversationKey } from '../narrow/narrow.ts'
import { inboxSections } from '../sidebar/sections.ts'
import { channel, isFollowed } from '../store/channels.ts'
import { audibleDirects, mentions, unreadTopics } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import type { UnreadChannel, UnreadSection, UnreadTopicRow } from './rows.ts'

/** Direct message conversations with unread messages, newest first. */
export const unreadDirects = computed(() =>
  [...audibleDirects.value]
    .filter(([, { ids }]) => ids.length > 0)
    .sort(([, a], [, b]) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
    .map(([key, { conversation, ids }]) => ({
      key,
      conversation,
      ids,
      name: conversation.kind === 'direct' ? peopleNames(conversation.userIds) : '',
      isMentioned: ids.some((id) => mentions.value.has(id)),
    })),
)

const topicsOf = (channelId: number): UnreadTopicRow[] =>
  (unreadTopics.value.get(channelId) ?? []).map(({ topic, ids, isMuted, isMentioned }) => {
    const conversation = { kind: 'topic', channelId, topic } as const
    return {
      conversation,
      key: conversationKey(conversation),
      name: topicName(topic),
      ids,
      isMentioned,
      isMuted,
      isFollowed: isFollowed(channelId, topic),
    }
  })

/** Channels with unread messages, in sidebar order, with folders if the user wants them; archived ones last. */
export const unreadSections = computed((): readonly UnreadSection[] => {
  const left = new Set(unreadTopics.value.keys())
  const taken = (id: number, name: string): UnreadChannel[] => {
    if (!left.delete(id)) return []
    return [{ id, name, topics: topicsOf(id) }]
  }
  const known = inboxSections.value.map(({ key, name, list }) => ({
    key,
    name,
    channels: list.flatMap(({ stream_id, name: own }) => taken(stream_id, own)),
  }))
  const rest = [...left].flatMap((id) => taken(id, channel(id)?.name ?? ''))
  return [...known, { key: 'elsewhere', name: t.otherChannels, channels: rest }].filter(
    ({ channels }) => channels.length > 0,
  )
})
