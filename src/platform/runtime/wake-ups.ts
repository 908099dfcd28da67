import { dayMs } from '#contract'
import { type Database, leftAlone, sql, type Tx } from '#platform/db'
import type { DueWork } from '#platform/timer'

const maxAtOnce = 50
const retryMs = 60_000

/** When a queue that isn't polled expires. */
const endOfQueue = sql<Date>`last_seen + lifespan_secs * interval '1 second'`

/**
 * Wakes sleeping organizations for time-based work; each has a row with the time. Loaded ones have a row too, at most a
 * day ahead, in case the process ends and the organization isn't used again.
 */
export const wakeUps = (db: Database, lookAfter: (id: number) => Promise<void>): DueWork => ({
  name: 'organizations that sleep',
  async nextDue(tx) {
    const waiting = tx.selectFrom('organization').select('wake_at').where('wake_at', 'is not', null)
    const here = waiting.where('id', 'not in', leftAlone(tx))
    const row = await here.orderBy('wake_at').limit(1).executeTakeFirst()
    return row?.wake_at ?? null
  },
  async run(_place, now) {
    for (;;) {
      const ids = await db.transaction((tx) => take(tx, now))
      const problems: unknown[] = []
      for (const id of ids)
        await lookAfter(id).catch(async (error: unknown) => {
          problems.push(error)
          await noteWake(db, id, new Date(now.getTime() + retryMs)).catch(() => {})
        })
      if (problems.length > 0) throw problems[0]
      if (ids.length < maxAtOnce) return
    }
  },
})

/** Only one of several processes takes a row. */
async function take(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('organization')
    .set({ wake_at: new Date(now.getTime() + dayMs) })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('organization')
        .select('id')
        .where('wake_at', '<=', now)
        .where('id', 'not in', leftAlone(tx))
        .orderBy('wake_at')
        .limit(maxAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Records when an evicted organization needs work next. */
export const noteWake = (db: Database, id: number, at: Date | null): Promise<unknown> =>
  db.transaction((tx) => tx.updateTable('organization').set({ wake_at: at }).where('id', '=', id).execute())

/** Ensures that a loaded organization is checked within a day, even if the process ends. */
export const noteLoaded = (db: Database, id: number, now: Date): Promise<unknown> => {
  const wake_at = new Date(now.getTime() + dayMs)
  return db.transaction((tx) =>
    tx
      .updateTable('organization')
      .set({ wake_at })
      .where('id', '=', id)
      .where(({ eb, or }) => or([eb('wake_at', 'is', null), eb('wake_at', '>', wake_at)]))
      .execute(),
  )
}

/** When unused event queues expire and their log entries can be deleted. */
export async function queuesEnd(db: Database, id: number, now: Date): Promise<Date | null> {
  const row = await db.read((tx) =>
    tx
      .selectFrom('event_queue')
      .select(({ fn }) => fn.min(endOfQueue).as('at'))
      .where('org_id', '=', id)
      .executeTakeFirst(),
  )
  return row?.at ? new Date(Math.max(row.at.getTime(), now.getTime() + dayMs)) : null
}
