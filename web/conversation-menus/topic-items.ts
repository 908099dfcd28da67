import { openMute } from '../do-not-disturb/opening.ts'
import { topicName } from '../entities/place.tsx'
import { openRename, toggleResolved } from '../message-actions/topic.tsx'
import { type Conversation, channelNarrow, narrowOf, resolvedPrefix } from '../narrow/narrow.ts'
import { hrefOf, hrefOfNarrow } from '../navigation/route.ts'
import { copy } from '../parts/clipboard.ts'
import type { MenuItem } from '../parts/menu.tsx'
import { showRefusal } from '../parts/refusal.ts'
import { canInChannel } from '../permissions/rights.ts'
import { canPinForAll, canRename, canResolve } from '../permissions/topic-rights.ts'
import { channel, isFollowed, isMuted, isSubscribed } from '../store/channels.ts'
import { newestMessage } from '../store/conversations.ts'
import { type For, togglePinnedTopic } from '../store/pinning.ts'
import { topicPin } from '../store/pins.ts'
import { toggleFollowed, toggleMuted } from '../store/topic-policies.ts'
import { unreadIn } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { p as pins } from '../texts/pins.ts'
import { p } from '../texts/places.ts'
import { pageAddress } from '../transport/place.ts'
import { lockItems, type Topic } from './lock-items.ts'
import { markAsRead } from './marking.ts'

const openDeletion = async (channelId: number, topic: string) =>
  (await import('./delete-topic.tsx')).askToDeleteTopic(channelId, topic)

const orSay = (doing: Promise<unknown>) => void doing.catch(showRefusal)

/** A link that still works after the conversation is renamed, as the public web app copies it. */
function lastingLink(conversation: Conversation): string {
  const newest = newestMessage(conversation)
  const narrow = narrowOf(conversation)
  const lasting = newest ? [...narrow, { operator: 'with', operand: newest }] : narrow
  return `${pageAddress()}${hrefOfNarrow(lasting)}`
}

/** A topic's menu; undefined if its channel is archived or deleted. */
export function topicItems(topic: Topic): readonly MenuItem[] | undefined {
  const { channelId, topic: name } = topic
  const one = channel(channelId)
  if (!one || one.is_archived) return undefined
  const href = hrefOfNarrow(narrowOf(topic))
  const unread = unreadIn(topic)
  const isResolved = name.startsWith(resolvedPrefix)
  return [
    { key: 'open', label: p.openTopic, href },
    { key: 'beside', label: p.openBeside, href, isBeside: true },
    { key: 'channel', label: p.openChannel(one.name), href: hrefOfNarrow(channelNarrow(channelId)) },
    { key: 'topics', label: p.openTopics, href: hrefOf({ view: 'topics', channelId }) },
    ...(unread.length > 0
      ? [{ key: 'read', label: p.markRead, begins: true, run: () => void markAsRead(unread, topicName(name)) }]
      : []),
    ...(isSubscribed(channelId)
      ? [
          {
            key: 'follow',
            label: p.follow,
            begins: unread.length === 0,
            isChecked: isFollowed(channelId, name),
            run: () => orSay(toggleFollowed(channelId, name)),
          },
          {
            key: 'mute',
            label: p.muteTopic,
            isChecked: isMuted(channelId, name),
            run: () => orSay(toggleMuted(channelId, name)),
          },
          { key: 'mute for', label: t.muteHere, run: () => openMute(topic) },
        ]
      : []),
    ...pinItems(topic),
    ...(name !== '' && canResolve(channelId, name)
      ? [
          {
            key: 'resolve',
            label: isResolved ? t.unresolveTopic : t.resolveTopic,
            run: () => void toggleResolved(topic),
          },
        ]
      : []),
    ...(canRename(channelId, name) ? [{ key: 'rename', label: p.rename, run: () => openRename(topic) }] : []),
    ...lockItems(topic),
    { key: 'link', label: p.copyLink, begins: true, run: () => void copy(lastingLink(topic)) },
    ...(canInChannel('deleteAny', one)
      ? [{ key: 'delete', label: p.deleteTopicItem, isDanger: true, run: () => void openDeletion(channelId, name) }]
      : []),
  ]
}

/** Pinning for everyone requires permission to resolve topics, in channels where new subscribers can read history. */
function pinItems({ channelId, topic }: Topic): MenuItem[] {
  const pin = topicPin(channelId, topic)
  const item = (audience: For, label: string, begins: boolean): MenuItem => ({
    key: `pin ${audience}`,
    label,
    begins,
    isChecked: pin[audience],
    run: () => orSay(togglePinnedTopic(channelId, topic, audience)),
  })
  return [
    item('own', pins.pinTopic, true),
    ...(canPinForAll(channelId, pin.everyone) ? [item('everyone', pins.pinTopicForAll, false)] : []),
  ]
}
