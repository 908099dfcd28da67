import type { EventKind, UserId } from '#contract'
import type { Tx } from '#platform/db'
import { cache } from './cache.ts'

interface Declaration<R> {
  readonly name: string
  /** Loads the rows of these users, or of everyone. */
  load(tx: Tx, orgId: number, userIds?: readonly UserId[]): Promise<R[]>
  /** Its events name the user whose rows changed as `user_id`. */
  readonly changed: EventKind
}

/** Caches rows by user, in the order they're loaded; users without rows aren't in it. */
export const userRowsCache = <R extends { readonly user_id: UserId }>({ name, load, changed }: Declaration<R>) =>
  cache<Map<UserId, readonly R[]>>({ name, load: async (tx, orgId) => byUser(await load(tx, orgId)) }).on(
    changed,
    async (all, events, tx, orgId) => {
      const ids = events.map(({ payload }) => (payload as { user_id: UserId }).user_id)
      const found = byUser(await load(tx, orgId, ids))
      return () => {
        for (const id of ids) {
          const rows = found.get(id)
          if (rows) all.set(id, rows)
          else all.delete(id)
        }
      }
    },
  )

function byUser<R extends { readonly user_id: UserId }>(rows: readonly R[]): Map<UserId, readonly R[]> {
  const found = new Map<UserId, R[]>()
  for (const row of rows) {
    const known = found.get(row.user_id)
    if (known) known.push(row)
    else found.set(row.user_id, [row])
  }
  return found
}
