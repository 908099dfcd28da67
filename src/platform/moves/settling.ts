import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, type Driver, unhurried } from '#platform/db'
import { end, enter, noteNoMore, type Phase, phaseOf } from './passage.ts'
import { connected, removeRows } from './removal.ts'

/** An organization that is moved, or was until whoever moved it was ended. */
export interface Move {
  readonly orgId: number
  readonly subdomain: string
  /** Databases, by their names. */
  readonly source: string
  readonly target: string
  /** Since when the new place is in force; null while the old one is. */
  readonly decidedAt: Date | null
}

/** The databases of a server, by their names. */
export interface Places {
  readonly home: Driver
  named(name: string): Driver
}

/** Before rows are removed, processes that did not hear of a move have compared, see the directory. */
const graceMs = 6_000
/** The number of the lock that whoever moves an organization has in the first database; beside it stands the organization. */
const moveLock = 7_205_895

async function movesIn(connection: Connection): Promise<Move[]> {
  const { rows } = await connection.query(
    `select org_id as "orgId", subdomain, source, target, decided_at as "decidedAt" from organization_move order by org_id`,
    [],
  )
  return rows as unknown as Move[]
}

/**
 * Does something as the only one who moves an organization; undefined where somebody else does. What is decided is decided
 * on this connection: when it is lost, somebody else may have the lock, and nothing is decided on it any more.
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

/**
 * Ends a move, whatever was done of it: where it is decided, the old rows go; else the half copy goes, and the old
 * place is as it was. May be ended itself, and be done again.
 */
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

/** Where a backup of the first database is older than what is here, it is in use here: then nothing is touched. */
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

/** Ends the move of an organization, if there is one and nobody else does. */
export const settleAlone = (places: Places, orgId: number, removed?: (rows: number) => void): Promise<unknown> =>
  alone(places.home, orgId, (home) => settleFound(home, places, orgId, removed))

/** The same as the only one, who has the first database's connection for it. */
export async function settleFound(
  home: Connection,
  places: Places,
  orgId: number,
  removed?: (rows: number) => void,
): Promise<void> {
  const found = (await movesIn(home)).find((one) => one.orgId === orgId)
  if (found) await settle(home, places, found, removed)
}
