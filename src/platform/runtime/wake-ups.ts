import { dayMs } from '#contract'
import { type Database, raw, type Tx } from '#platform/db'
import type { DueWork } from '#platform/timer'

const mostAtOnce = 50
const retryMs = 60_000

/**
 * Organizations that sleep while something becomes due there by time alone: the row of each says when. One in memory has a
 * time as well, at most a day ahead, for the case that its process ends and nobody comes.
 */
export const wakeUps = (db: Database, lookAfter: (id: number) => Promise<void>): DueWork => ({
  name: 'organizations that sleep',
  async nextDue(tx) {
    const [row] = await raw<{ wake_at: Date }>(
      tx,
      'select wake_at from organization where wake_at is not null order by wake_at limit 1',
      [],
    )
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
      if (ids.length < mostAtOnce) return
    }
  },
})

/** Of several processes, one has it. */
async function take(tx: Tx, now: Date): Promise<number[]> {
  const rows = await raw<{ id: number }>(
    tx,
    `update organization set wake_at = $2 where id in (
       select id from organization where wake_at <= $1 order by wake_at limit $3 for update skip locked)
     returning id`,
    [now, new Date(now.getTime() + dayMs), mostAtOnce],
  )
  return rows.map(({ id }) => id)
}

/** Notes when an organization that leaves memory is to be looked after. */
export const noteWake = (db: Database, id: number, at: Date | null): Promise<unknown> =>
  db.transaction((tx) => raw(tx, 'update organization set wake_at = $2 where id = $1', [id, at]))

/** One that comes into memory is looked after within a day, whatever becomes of the process. */
export const noteLoaded = (db: Database, id: number, now: Date): Promise<unknown> =>
  db.transaction((tx) =>
    raw(tx, 'update organization set wake_at = $2 where id = $1 and (wake_at is null or wake_at > $2)', [
      id,
      new Date(now.getTime() + dayMs),
    ]),
  )

/** Event queues that nobody asks for end, and the log behind them goes. */
export async function queuesEnd(db: Database, id: number, now: Date): Promise<Date | null> {
  const [row] = await db.read((tx) =>
    raw<{ at: Date | null }>(
      tx,
      `select min(last_seen + lifespan_secs * interval '1 second') as at from event_queue where org_id = $1`,
      [id],
    ),
  )
  return row?.at ? new Date(Math.max(row.at.getTime(), now.getTime() + dayMs)) : null
}
