import { computed } from '@preact/signals'
import type { Unread } from '../../src/features/messages/messages/unread/wire.ts'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { isFollowed, isMuted, isSubscribed } from './channels.ts'
import { part } from './connection.ts'
import { isSilentDirect } from './mutes.ts'
import { ownId } from './people.ts'
import { type ChannelUnread, countOf, directsByKey, topicsByChannel } from './unread-counts.ts'

const unread = part<Unread>('unread_msgs')

/** Ids of what is unread and calls for one. */
export const mentions = computed(() => new Set(unread.value?.mentions ?? []))

/** Unread topics by channel, the newest first; unsubscribed channels are left out. */
export const unreadTopics = computed(() => topicsByChannel(unread.value, { ownId: ownId.value, isSubscribed, isMuted }))

let knownCounts: ReadonlyMap<number, ChannelUnread> = new Map()

/** By channel; a channel whose counts have not changed keeps its object, so that only others are drawn anew. */
export const channelUnread = computed(() => {
  const counts = new Map<number, ChannelUnread>()
  for (const [channelId, topics] of unreadTopics.value) {
    const { count, mutedCount, isMentioned } = countOf(topics)
    const known = knownCounts.get(channelId)
    const isSame = known?.count === count && known.mutedCount === mutedCount && known.isMentioned === isMentioned
    counts.set(channelId, isSame ? known : { count, mutedCount, isMentioned })
  }
  knownCounts = counts
  return counts
})

/** Unread direct messages by the key of their conversation. */
export const directUnread = computed(() => directsByKey(unread.value, ownId.value))

/** The same without conversations that are muted, or whose people are. */
export const audibleDirects = computed(
  () =>
    new Map(
      [...directUnread.value].filter(
        ([, { conversation: one }]) => one.kind !== 'direct' || !isSilentDirect(one.userIds),
      ),
    ),
)

/** What the home view counts: direct messages, and channels without what is muted. */
export const totalCount = computed(
  () =>
    [...audibleDirects.value.values()].reduce((sum, { ids }) => sum + ids.length, 0) +
    [...channelUnread.value.values()].reduce((sum, { count }) => sum + count, 0),
)

const settings = part<{ desktop_icon_count_display?: number } | undefined>('user_settings')

/** What the page's title and icon count, as somebody has chosen: all, only what calls them (and what they follow), nothing. */
export const iconCount = computed(() => {
  const counted = settings.value?.desktop_icon_count_display ?? 1
  if (counted === 1) return totalCount.value
  if (counted === 4) return 0
  const ids = new Set(mentions.value)
  for (const direct of audibleDirects.value.values()) for (const id of direct.ids) ids.add(id)
  if (counted === 2)
    for (const [channelId, topics] of unreadTopics.value)
      for (const one of topics) if (isFollowed(channelId, one.topic)) for (const id of one.ids) ids.add(id)
  return ids.size
})

/** How much is unread in one conversation. */
export function unreadIn(conversation: Conversation): readonly number[] {
  if (conversation.kind === 'direct') return directUnread.value.get(conversationKey(conversation))?.ids ?? []
  const topic = conversation.topic.toLowerCase()
  return unreadTopics.value.get(conversation.channelId)?.find((one) => one.topic.toLowerCase() === topic)?.ids ?? []
}
