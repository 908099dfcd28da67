import { type Connection, copyTable, migrationsNamed, type ReportWork } from '#platform/db'
import { type ForeignKey, migrationsOf, rowsOf, type SequencePlace, tablesOf } from './catalogue.ts'
import { differences, EmptiedTables } from './emptied-tables.ts'
import { ownTablesOf } from './own-tables.ts'
import { type CopiedTable, type Copying, copyTableRows } from './table-copy.ts'
import { readConsistently, type TableSum } from './table-lines.ts'

/** The copy can't start or finish; the message gives the operator the reason. */
export class CopyError extends Error {}

export interface CopyProgress {
  readonly table: string
  readonly rows: number
  /** Rows written by this attempt; the others were copied by an earlier one. */
  readonly written: number
}

/**
 * Copies a snapshot of all rows into an empty database of either kind. Each table is one transaction, so an interrupted
 * copy resumes, rewriting only changed rows. With `isLast` everything is compared at the end, and only then do servers
 * open the target; without it, the source can stay in use.
 */
export async function copyDatabase(
  from: Connection,
  to: Connection,
  {
    isLast,
    progress,
    work = () => {},
  }: { isLast: boolean; progress: (table: CopyProgress) => void; work?: ReportWork },
): Promise<TableSum[]> {
  return readConsistently(from, async () => {
    const migrations = await migrationsOf(from)
    if (migrations.length === 0) throw new CopyError('there is nothing to be copied')
    const { tables, sequences } = await ownTablesOf(from)
    const target = (await unfinished(to)) ?? (await begin(to, migrations))
    if (target.migrations.join() !== migrations.join())
      throw new CopyError(
        'the target holds an unfinished copy of a database of another version; empty it, and start again',
      )
    const sums: TableSum[] = []
    const of = await rowsOf(from, tables)
    let done = 0
    const moved = (rows: number) => {
      done += rows
      work({ phase: 'copying', done, of, unit: 'row' })
    }
    for (const table of tables) sums.push(await copyOne({ from, to, table, target: target.rows, moved }, progress))
    if (isLast) await finish(to, target.rows, sequences, sums)
    return sums
  })
}

interface Target {
  readonly migrations: readonly string[]
  readonly rows: EmptiedTables
}

const begun = 'begun'

async function begin(to: Connection, migrations: readonly string[]): Promise<Target> {
  const scripts = await migrationsNamed(migrations)
  if ((await tablesOf(to)).length > 0) throw new CopyError('the target is not empty')
  await to.query('begin', [])
  try {
    for (const { statements } of scripts) await to.script(statements)
    const rows = await EmptiedTables.of(to)
    await to.script(`create table ${copyTable} (part text primary key, state text not null)`)
    await note(to, begun, { migrations, foreignKeys: rows.foreignKeys })
    await to.query('commit', [])
    return { migrations, rows }
  } catch (error) {
    await to.query('rollback', []).catch(() => {})
    throw error
  }
}

async function unfinished(to: Connection): Promise<Target | undefined> {
  const { rows } = await to.query(`select to_regclass('${copyTable}') is not null as found`, [])
  if (!rows[0]?.found) return undefined
  const state = (await noted(to, begun)) as { migrations: string[]; foreignKeys: ForeignKey[] }
  await to.script("set timezone = 'UTC'")
  return { migrations: state.migrations, rows: await EmptiedTables.again(to, state.foreignKeys) }
}

async function copyOne(copying: Copying, progress: (table: CopyProgress) => void): Promise<TableSum> {
  const { to, table } = copying
  const before = (await noted(to, `table ${table.name}`)) as CopiedTable | undefined
  await to.query('begin', [])
  try {
    const { copied, written } = await copyTableRows(copying, before?.parts ? before : undefined)
    await note(to, `table ${table.name}`, copied)
    await to.query('commit', [])
    progress({ table: table.name, rows: copied.sum.rows, written })
    return copied.sum
  } catch (error) {
    await to.query('rollback', []).catch(() => {})
    throw error
  }
}

/** True if all rows are copied and verified, and the marker of an unfinished copy is gone. */
export async function isFinished(to: Connection): Promise<boolean> {
  const { rows } = await to.query(`select to_regclass('${copyTable}') is null as finished`, [])
  return Boolean(rows[0]?.finished) && (await tablesOf(to)).length > 0
}

/** One transaction, so that no server opens the target before everything is verified. */
async function finish(
  to: Connection,
  target: EmptiedTables,
  sequences: readonly SequencePlace[],
  sums: readonly TableSum[],
): Promise<void> {
  await to.query('begin', [])
  try {
    await to.script(`drop table ${copyTable}`)
    await target.complete(sequences)
    const wrong = await differences(to, sums)
    if (wrong.length > 0) throw new CopyError(`what was copied is not what there is: ${wrong.join(', ')}`)
    await to.query('commit', [])
  } catch (error) {
    await to.query('rollback', []).catch(() => {})
    throw error
  }
}

async function note(to: Connection, part: string, state: object): Promise<void> {
  await to.query(
    `insert into ${copyTable} (part, state) values ($1, $2) on conflict (part) do update set state = excluded.state`,
    [part, JSON.stringify(state)],
  )
}

async function noted(to: Connection, part: string): Promise<unknown> {
  const { rows } = await to.query(`select state from ${copyTable} where part = $1`, [part])
  return rows[0] && JSON.parse(rows[0].state as string)
}
