import { effect } from '@preact/signals'
import { narrow } from '../navigation/route.ts'
import { whenIdle } from '../parts/idle.ts'
import { connection } from '../store/connection.ts'
import { listOf } from '../store/lists.ts'
import { nextUnreadTopics } from './unread-topics.ts'

const fetchedAhead = 3

export function fetchAhead(): void {
  let isWaiting = false
  effect(() => {
    narrow.value
    if (connection.value !== 'live' || isWaiting) return
    isWaiting = true
    whenIdle(async () => {
      isWaiting = false
      if (document.visibilityState === 'hidden' || connection.peek() !== 'live') return
      for (const next of nextUnreadTopics(fetchedAhead)) await listOf(next).fetchAhead()
    })
  })
}
