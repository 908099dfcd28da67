import type { Unread } from '../../src/features/messages/messages/unread/wire.ts'
import { channelOf, conversationOf, type Narrow } from '../narrow/narrow.ts'
import { isSubscribed } from './channels.ts'
import { part } from './connection.ts'
import { directUnread, unreadIn, unreadTopics } from './unread.ts'
import type { UnreadTopic } from './unread-counts.ts'

const unread = part<Unread>('unread_msgs')

/** Where the server would begin a list for somebody who asks for what is unread, if that is known here. */
export function firstUnreadOf(narrow: Narrow): number | 'newest' | undefined {
  if (unread.value?.old_unreads_missing !== false) return undefined
  const ids = idsIn(narrow)
  return ids && (ids.length === 0 ? 'newest' : ids.reduce((first, id) => Math.min(first, id)))
}

const audible = (topics: readonly UnreadTopic[]) => topics.filter(({ isMuted }) => !isMuted).flatMap(({ ids }) => ids)

function idsIn(narrow: Narrow): readonly number[] | undefined {
  const conversation = conversationOf(narrow)
  const channel = channelOf(narrow)
  // of channels that one is not in, no counts are kept
  if (channel !== undefined && !isSubscribed(channel)) return undefined
  if (conversation) return unreadIn(conversation)
  const [first, ...others] = narrow
  if (!first || others.length > 0 || first.negated) return undefined
  if (channel !== undefined) return (unreadTopics.value.get(channel) ?? []).flatMap(({ ids }) => ids)
  if (first.operator !== 'in') return undefined
  return [
    ...[...unreadTopics.value.values()].flatMap((topics) => audible(topics)),
    ...[...directUnread.value.values()].flatMap(({ ids }) => ids),
  ]
}
