import { computed } from '@preact/signals'
import { peopleNames, topicName } from '../entities/place.tsx'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { inboxSections } from '../sidebar/sections.ts'
import { channel, isFollowed, isMuted } from '../store/channels.ts'
import { isSilentDirect } from '../store/mutes.ts'
import { audibleDirects, mentions, unreadTopics } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import { isLater } from './for-later.ts'
import type { Unread, UnreadChannel, UnreadSection } from './rows.ts'

/** What rows show of a conversation with these unread messages: the newest mention, or else the newest message. */
export function unreadOf(conversation: Conversation, ids: readonly number[], newest = ids.at(-1) ?? 0): Unread {
  const key = conversationKey(conversation)
  const mention = ids.findLast((id) => mentions.value.has(id))
  const isTopic = conversation.kind === 'topic'
  return {
    conversation,
    key,
    name: isTopic ? topicName(conversation.topic) : peopleNames(conversation.userIds),
    ids,
    isMentioned: mention !== undefined,
    isMuted: isTopic ? isMuted(conversation.channelId, conversation.topic) : isSilentDirect(conversation.userIds),
    isFollowed: isTopic && isFollowed(conversation.channelId, conversation.topic),
    isLater: isLater(key, ids),
    shownId: mention ?? newest,
  }
}

/** Direct message conversations with unread messages, newest first. */
export const unreadDirects = computed(() =>
  [...audibleDirects.value.values()]
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
    .map(({ conversation, ids }) => unreadOf(conversation, ids)),
)

const topicsOf = (channelId: number): Unread[] =>
  (unreadTopics.value.get(channelId) ?? []).map(({ topic, ids }) => unreadOf({ kind: 'topic', channelId, topic }, ids))

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

/** Unread direct messages, mentions, and messages in followed topics. */
export const forYouCount = computed(() =>
  [...unreadDirects.value, ...unreadSections.value.flatMap(({ channels }) => channels.flatMap(({ topics }) => topics))]
    .filter(
      ({ conversation, isMentioned, isFollowed, isMuted, isLater }) =>
        !isLater && (conversation.kind === 'direct' || isMentioned || (isFollowed && !isMuted)),
    )
    .reduce((sum, { ids }) => sum + ids.length, 0),
)
