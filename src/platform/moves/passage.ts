import { setTimeout as sleep } from 'node:timers/promises'
import { quoted } from '#platform/backups'
import { type Connection, DatabaseUnavailable } from '#platform/db'
import { MoveError } from './move-error.ts'
import type { OwnedTable } from './tables.ts'

/** A database's state of an organization that is leaving or arriving; see the migration. */
export type Phase = 'leaving' | 'held' | 'left' | 'arriving' | 'ready'

/** First key of the advisory lock of writers to a leaving organization; the second is the organization's ID. */
const writeLock = 7_205_896
/** Maximum wait for a lock, since others queue behind it, and number of retries. */
const lockSecs = 2
const maxAttempts = 30

/** Processes cache the list of leaving organizations for this long; a move takes longer. */
export const knownForMs = 3_000
const marginMs = 1_000

/** Waits until every live process knows that an organization is leaving (`since`: `performance.now()` then). */
export const untilKnown = (since: number): Promise<unknown> =>
  sleep(Math.max(0, since + knownForMs + marginMs - performance.now()))

/** Changes the phase if it's one of `after`; otherwise does nothing. */
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

/** Once this returns, every change of the organization's rows is recorded, by any process. */
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

/** In an open transaction: all earlier writes are recorded, and no one can write until it ends. */
export async function hold(connection: Connection, orgId: number): Promise<void> {
  // the writer's lock, so that mutations wait before they start
  await connection.query('select pg_advisory_xact_lock($1::bigint)', [orgId])
  await connection.query(`select pg_advisory_xact_lock(${writeLock}, $1::int)`, [orgId])
}

/** Runs a transaction that starts with locks. Others queue behind a waiting lock, so it gives up soon and retries. */
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
      if (tries === maxAttempts) throw new MoveError('the organization is in constant use: try again later')
      await sleep(100 * tries)
    }
  }
}

const isLocked = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && ['55P03', '40P01'].includes((error.cause as { code?: string })?.code ?? '')
