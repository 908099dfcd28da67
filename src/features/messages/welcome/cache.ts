import { asUserId, type UserId } from '#contract'
import { cache } from '#platform/organization'
import { tourChanged } from './states.ts'
import * as store from './store.ts'
import type { Step } from './tour-step.ts'

/** Users on the tour, in memory, because each sent message could complete a step. */
export const tourCache = cache<Map<UserId, Step>>({
  name: 'welcome tours',
  load: (tx, orgId) => store.list(tx, orgId),
}).on(tourChanged, async (all, events, tx, orgId) => {
  const users = [...new Set(events.map(({ payload }) => asUserId(payload.user_id)))]
  const now = await store.list(tx, orgId, users)
  return () => {
    for (const user of users) {
      const step = now.get(user)
      if (step) all.set(user, step)
      else all.delete(user)
    }
  }
})
