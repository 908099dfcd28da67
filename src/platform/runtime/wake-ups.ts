import { dayMs } from '#contract'
import { type Database, leftAlone, sql, type Tx } from '#platform/db'
import type { DueWork } from '#platform/timer'

const maxAtOnce = 50
const retryMs = 60_000

/** When a queue ends that nobody asks for any more. */
const endOfQueue = sql<Date>`last_seen + lifespan_secs * interval '1 second'`

/**
 * Organizations that sleep while something becomes due there by time alone: the row of each says when. One in memory has a
 * time as well, at most a day ahead, for the case that its process ends and nobody comes.
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

/** Of several processes, one has it. */
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

/** Notes when an organization that leaves memory is to be looked after. */
export const noteWake = (db: Database, id: number, at: Date | null): Promise<unknown> =>
  db.transaction((tx) => tx.updateTable('organization').set({ wake_at: at }).where('id', '=', id).execute())

/** One that comes into memory is looked after within a day, whatever becomes of the process. */
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

/** Event queues that nobody asks for end, and the log behind them goes. */
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
