import { compiled } from '#platform/db'
import type { Workplace } from '#platform/timer'

const begun = { push_notice: new WeakSet<Workplace>(), push_registration: new WeakSet<Workplace>() }

/**
 * Called at each turn; the first one of a process with an embedded database, which nobody else uses, makes everything due
 * that was tried before: whoever had taken it is gone.
 */
export async function takeOver(place: Workplace, table: keyof typeof begun, now: Date): Promise<void> {
  if (begun[table].has(place)) return
  begun[table].add(place)
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
