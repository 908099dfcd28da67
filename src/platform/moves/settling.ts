import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, type Driver, unhurried } from '#platform/db'
import { end, enter, noteNoMore, type Phase, phaseOf } from './passage.ts'
import { connected, removeRows } from './removal.ts'

/** A move in progress, or one whose mover died. */
export interface Move {
  readonly orgId: number
  readonly subdomain: string
  readonly source: string
  readonly target: string
  /** When the new place took effect; null while the old one is in effect. */
  readonly decidedAt: Date | null
}

export interface Places {
  readonly home: Driver
  named(name: string): Driver
}

/** Processes that missed the move compare places within this time; rows are deleted afterwards. */
const graceMs = 6_000
/** First key of the advisory lock of a move, in the first database; the second is the organization's ID. */
const moveLock = 7_205_895

async function movesIn(connection: Connection): Promise<Move[]> {
  const { rows } = await connection.query(
    `select org_id as "orgId", subdomain, source, target, decided_at as "decidedAt" from organization_move order by org_id`,
    [],
  )
  return rows as unknown as Move[]
}

/**
 * Runs `work` as the organization's only mover, else returns undefined. If the connection is lost, so is the lock:
 * decide only on this connection.
 */
export async function alone<T>(
  home: Driver,
  orgId: number,
  work: (connection: Connection) => Promise<T>,
): Promise<T | undefined> {
  const connection = await home.connect(unhurried)
  try {
    const { rows } = await connection.query(`select pg_try_advisory_lock(${moveLock}, $1::int) as had`, [orgId])
    if (!rows[0]?.had) return undefined
    try {
      return await work(connection)
    } finally {
      await connection.query(`select pg_advisory_unlock(${moveLock}, $1::int)`, [orgId]).catch(() => {})
    }
  } finally {
    connection.release()
  }
}

/** Deletes the old rows if the move is decided, else the partial copy, restoring the old place. Can be repeated. */
async function settle(home: Connection, places: Places, move: Move, removed?: (rows: number) => void): Promise<void> {
  const { orgId, source, target, decidedAt } = move
  const at = <T>(name: string, work: (connection: Connection) => Promise<T>) => connected(places.named(name), work)
  if (decidedAt) {
    await at(target, (there) => end(there, orgId))
    await at(source, (there) => enter(there, orgId, 'left', ['leaving', 'held']))
    await sleep(await graceOf(home, orgId))
    await clear(places.named(source), { orgId, phase: 'left', removed })
  } else {
    await at(source, async (there) => {
      await end(there, orgId)
      await noteNoMore(there, orgId)
    })
    await at(target, (there) => enter(there, orgId, 'arriving', ['ready']))
    await clear(places.named(target), { orgId, phase: 'arriving', removed })
  }
  await home.query('delete from organization_move where org_id = $1', [orgId])
}

/** Deletes rows only in this phase: with an old backup of the first database, the organization may be in use here. */
async function clear(
  place: Driver,
  { orgId, phase, removed }: { orgId: number; phase: Phase; removed: ((rows: number) => void) | undefined },
): Promise<void> {
  if ((await connected(place, (there) => phaseOf(there, orgId))) !== phase) return
  await removeRows(place, orgId, removed)
  await connected(place, async (there) => {
    await noteNoMore(there, orgId)
    await end(there, orgId)
  })
}

async function graceOf(home: Connection, orgId: number): Promise<number> {
  const { rows } = await home.query(
    'select extract(epoch from now() - decided_at)::float8 * 1000 as ms from organization_move where org_id = $1',
    [orgId],
  )
  return Math.max(0, graceMs - ((rows[0]?.ms as number | undefined) ?? 0))
}

/** Settles an organization's move, if there is one and no other process holds its lock. */
export const settleAlone = (places: Places, orgId: number, removed?: (rows: number) => void): Promise<unknown> =>
  alone(places.home, orgId, (home) => settleFound(home, places, orgId, removed))

/** Settles the move for the lock's holder, on its connection to the first database. */
export async function settleFound(
  home: Connection,
  places: Places,
  orgId: number,
  removed?: (rows: number) => void,
): Promise<void> {
  const found = (await movesIn(home)).find((one) => one.orgId === orgId)
  if (found) await settle(home, places, found, removed)
}
