import { effect } from '@preact/signals'
import { channelOf, conversationOf, narrowKey, type Narrow, topicNarrow } from '../narrow/narrow.ts'
import { whenIdle } from '../parts/idle.ts'
import { channelSections } from '../sidebar/sections.ts'
import { connection } from '../store/connection.ts'
import { listOf } from '../store/lists.ts'
import { unreadTopics } from '../store/unread.ts'
import { goTo, narrow } from './route.ts'

/** So many of the next topics are fetched before somebody asks for them. */
const fetchedAhead = 3

/**
 * Topics with something unread that is not muted, without the one that is open: those of the open channel, then of the
 * channels below it in the sidebar, and from the top again.
 */
export function nextUnreadTopics(): Narrow[] {
  const here = narrow.value
  const open = here && conversationOf(here)
  const openKey = open && narrowKey(here)
  const channels = channelSections.value.flatMap(({ list }) => list.map(({ stream_id }) => stream_id))
  const at = Math.max(0, channels.indexOf((here && channelOf(here)) ?? -1))
  return [...channels.slice(at), ...channels.slice(0, at)].flatMap((id) =>
    (unreadTopics.value.get(id) ?? [])
      .filter(({ isMuted }) => !isMuted)
      .map(({ topic }) => topicNarrow(id, topic))
      .filter((one) => narrowKey(one) !== openKey),
  )
}

/** To the next one; where there is none, to the inbox, which says so. */
export function openNextUnread(): void {
  const [next] = nextUnreadTopics()
  goTo(next ? { view: 'narrow', narrow: next } : { view: 'inbox' })
}

/** Fetches what somebody who goes on reading will see next, while nothing else is to be done. */
export function fetchAhead(): void {
  let isWaiting = false
  effect(() => {
    narrow.value
    if (connection.value !== 'live' || isWaiting) return
    isWaiting = true
    whenIdle(async () => {
      isWaiting = false
      if (document.visibilityState === 'hidden' || connection.peek() !== 'live') return
      for (const next of nextUnreadTopics().slice(0, fetchedAhead)) await listOf(next).fetchAhead()
    })
  })
}
