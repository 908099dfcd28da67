import { channelOf, conversationOf, type Narrow, narrowKey, narrowOf, topicNarrow } from '../narrow/narrow.ts'
import { goTo, narrow } from '../navigation/route.ts'
import { channelSections } from '../sidebar/sections.ts'
import { isFollowed } from '../store/channels.ts'
import { audibleDirects, unreadTopics } from '../store/unread.ts'

/** Up to `most` unread, unmuted topics except the open one, from the open channel on, in sidebar order. */
export function nextUnreadTopics(
  most: number,
  isWanted: (channelId: number, topic: string) => boolean = () => true,
): Narrow[] {
  const here = narrow.value
  const open = here && conversationOf(here)
  const openKey = open && narrowKey(here)
  const channels = channelSections.value.flatMap(({ list }) => list.map(({ stream_id }) => stream_id))
  const at = Math.max(0, channels.indexOf((here && channelOf(here)) ?? -1))
  const found: Narrow[] = []
  for (const id of [...channels.slice(at), ...channels.slice(0, at)])
    for (const { topic, isMuted } of unreadTopics.value.get(id) ?? []) {
      if (found.length === most) return found
      const one = topicNarrow(id, topic)
      if (!isMuted && isWanted(id, topic) && narrowKey(one) !== openKey) found.push(one)
    }
  return found
}

export function openNextUnread(): void {
  open(nextUnreadTopics(1)[0])
}

export function openNextFollowed(): void {
  open(nextUnreadTopics(1, isFollowed)[0])
}

/** Opens the next unread direct message conversation below the open one, newest first, then from the top. */
export function openNextDirect(): void {
  const here = narrow.value
  const openKey = here && narrowKey(here)
  const unread = [...audibleDirects.value.values()]
    .filter(({ ids }) => ids.length > 0)
    .sort((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0))
    .map(({ conversation }) => narrowOf(conversation))
  const at = unread.findIndex((one) => narrowKey(one) === openKey)
  open([...unread.slice(at + 1), ...unread.slice(0, Math.max(0, at))][0])
}

const open = (next: Narrow | undefined): void => goTo(next ? { view: 'narrow', narrow: next } : { view: 'inbox' })
