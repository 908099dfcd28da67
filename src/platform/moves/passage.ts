import { setTimeout as sleep } from 'node:timers/promises'
import { quoted } from '#platform/backups'
import { type Connection, DatabaseUnavailable } from '#platform/db'
import { MoveError } from './move-error.ts'
import type { OwnedTable } from './tables.ts'

/** What a database knows of an organization that leaves it or comes to it; see the migration. */
export type Phase = 'leaving' | 'held' | 'left' | 'arriving' | 'ready'

/** The number of the lock that whoever writes to an organization that leaves shares; beside it stands the organization. */
const writeLock = 7_205_896
/** How long others may have to wait because somebody takes his time with a lock, and how often that is tried. */
const lockSecs = 2
const maxAttempts = 30

/** How long a process relies on what it has seen of organizations that leave; a move takes longer. */
export const knownForMs = 3_000
const marginMs = 1_000

/** Waits until every process that answers knows that an organization is leaving, which it has been since a moment. */
export const untilKnown = (since: number): Promise<unknown> =>
  sleep(Math.max(0, since + knownForMs + marginMs - performance.now()))

/** For each of several phases, notes another one; nothing where the organization is in none of them. */
export const enter = (connection: Connection, orgId: number, phase: Phase, after: readonly Phase[]): Promise<unknown> =>
  connection.query('update moving_organization set phase = $2 where org_id = $1 and phase = any($3::text[])', [
    orgId,
    phase,
    after,
  ])

export const begin = (connection: Connection, orgId: number, phase: Phase): Promise<unknown> =>
  connection.query(
    'insert into moving_organization (org_id, phase) values ($1, $2) on conflict (org_id) do update set phase = excluded.phase',
    [orgId, phase],
  )

export const end = (connection: Connection, orgId: number): Promise<unknown> =>
  connection.query('delete from moving_organization where org_id = $1', [orgId])

export async function phaseOf(connection: Connection, orgId: number): Promise<Phase | undefined> {
  const { rows } = await connection.query('select phase from moving_organization where org_id = $1', [orgId])
  return rows[0]?.phase as Phase | undefined
}

const triggerOf = (orgId: number): string => quoted(`move_${orgId}`)

/** From when this is over, every change of the organization's rows is noted, by whichever process it is made. */
export async function noteChanges(connection: Connection, tables: readonly OwnedTable[], orgId: number): Promise<void> {
  const literals = (values: readonly string[]) => values.map((value) => `'${value.replaceAll("'", "''")}'`).join()
  for (const table of tables) {
    const given = literals([String(orgId), ...table.key.map(({ name }) => name)])
    await patiently(connection, () =>
      connection.script(
        `create or replace trigger ${triggerOf(orgId)} after insert or update or delete on ${quoted(table.name)}
         for each row execute function note_changed_row(${given})`,
      ),
    )
  }
}

export async function noteNoMore(connection: Connection, orgId: number): Promise<void> {
  const { rows } = await connection.query(
    'select tgrelid::regclass::text as name from pg_trigger where tgname = $1 order by 1',
    [`move_${orgId}`],
  )
  for (const { name } of rows)
    await patiently(connection, () => connection.script(`drop trigger if exists ${triggerOf(orgId)} on ${name}`))
  await connection.query('delete from changed_row where org_id = $1', [orgId])
}

/** In an open transaction: everything that was written is noted, and nobody writes until it ends. */
export async function hold(connection: Connection, orgId: number): Promise<void> {
  // the writer's own, so that acts wait before they have begun
  await connection.query('select pg_advisory_xact_lock($1::bigint)', [orgId])
  await connection.query(`select pg_advisory_xact_lock(${writeLock}, $1::int)`, [orgId])
}

/** A transaction that begins with locks: whoever waits for one has others wait behind, so it gives up soon and tries again. */
export async function patiently<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    await connection.query('begin', [])
    try {
      await connection.query(`set local lock_timeout = '${lockSecs}s'`, [])
      const result = await work()
      await connection.query('commit', [])
      return result
    } catch (error) {
      await connection.query('rollback', []).catch(() => {})
      if (!isLocked(error)) throw error
      if (tries === maxAttempts)
        throw new MoveError('somebody works in the organization without a pause: try again later')
      await sleep(100 * tries)
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && ['55P03', '40P01'].includes((error.cause as { code?: string })?.code ?? '')
