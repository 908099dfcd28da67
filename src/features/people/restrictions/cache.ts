import type { UserId } from '#contract'
import { cache } from '#platform/organization'
import { restrictionChanged } from './states.ts'
import * as store from './store.ts'

/** Those that haven't ended, by person. */
type Restrictions = Map<UserId, readonly store.Known[]>

const byUser = (rows: readonly store.Known[]): Restrictions => {
  const found = new Map<UserId, store.Known[]>()
  for (const row of rows) {
    const known = found.get(row.user_id)
    if (known) known.push(row)
    else found.set(row.user_id, [row])
  }
  return found
}

export const restrictionsCache = cache<Restrictions>({
  name: 'restrictions',
  load: async (tx, orgId) => byUser(await store.current(tx, orgId)),
}).on(restrictionChanged, async (restrictions, events, tx, orgId) => {
  const ids = events.map(({ payload }) => payload.user_id as UserId)
  const found = byUser(await store.current(tx, orgId, ids))
  return () => {
    for (const id of ids) {
      const rows = found.get(id)
      if (rows) restrictions.set(id, rows)
      else restrictions.delete(id)
    }
  }
})
