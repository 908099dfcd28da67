import { computed, effect } from '@preact/signals'
import { channelOf } from '../narrow/narrow.ts'
import { narrow, route } from '../navigation/route.ts'
import { channel, isSubscribed } from '../store/channels.ts'
import { connection } from '../store/connection.ts'

/** The open channel, if the user can read it but isn't subscribed to it. */
const visited = computed(() => {
  const id = route.value.view === 'topics' ? route.value.channelId : narrow.value && channelOf(narrow.value)
  return id !== undefined && channel(id) && !isSubscribed(id) ? id : undefined
})

/** The state has the locked topics of subscribed channels; those of others are fetched when they're opened. */
export function fetchLocksOfVisits(): void {
  let hasVisited = false
  effect(() => {
    const id = visited.value
    // fetch again when another topic is opened: moderators may have renamed a locked one
    void narrow.value
    if (id === undefined ? !hasVisited : connection.value !== 'live') return
    hasVisited = true
    void import('../store/visited-locks.ts').then(({ visit }) => visit(visited.peek())).catch(() => {})
  })
}
