import { compiled } from '#platform/db'
import type { Workplace } from '#platform/timer'

type Table = 'push_notice' | 'push_registration'
const begun = { push_notice: new WeakMap<Workplace, Promise<void>>(), push_registration: new WeakMap() }

/**
 * Awaited at each turn. The first one of a process with an embedded database, which nobody else uses, makes everything due
 * that was tried before: whoever had taken it is gone.
 */
export function takeOver(place: Workplace, table: Table, now: Date): Promise<void> {
  let done = begun[table].get(place)
  if (!done) {
    done = makeDue(place, table, now)
    done.catch(() => begun[table].delete(place))
    begun[table].set(place, done)
  }
  return done
}

async function makeDue(place: Workplace, table: Table, now: Date): Promise<void> {
  const rows = await place.db.read((tx) =>
    compiled<{ org_id: number }>(tx, `select distinct org_id from ${table} where due_at > $1 and attempts > 0`, [now]),
  )
  for (const { org_id } of rows) {
    const org = await place.organization(org_id)
    if (!org.db.embedded) continue
    await org.write(null, ({ tx }) =>
      compiled(tx, `update ${table} set due_at = $1 where org_id = $2 and due_at > $1 and attempts > 0`, [now, org_id]),
    )
  }
}
