import type { UserId } from '#contract'
import { cache } from '#platform/organization'
import { moderationFileChanged } from '../states.ts'
import * as store from './store.ts'

type Warnings = Map<UserId, store.Pending[]>

function byUser(rows: readonly store.Pending[]): Warnings {
  const found: Warnings = new Map()
  for (const row of rows) {
    const own = found.get(row.user_id)
    if (own) own.push(row)
    else found.set(row.user_id, [row])
  }
  return found
}

/** Those that aren't acknowledged, by person: every client asks for its own when it registers. */
export const pendingWarningsCache = cache<Warnings>({
  name: 'pending warnings',
  load: async (tx, orgId) => byUser(await store.pending(tx, orgId)),
}).on(moderationFileChanged, async (warnings, events, tx, orgId) => {
  const ids = events.map(({ payload }) => payload.user_id as UserId)
  const found = byUser(await store.pending(tx, orgId, ids))
  return () => {
    for (const id of ids) {
      const own = found.get(id)
      if (own) warnings.set(id, own)
      else warnings.delete(id)
    }
  }
})
