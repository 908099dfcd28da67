import { type Connection, copyTable, migrationsNamed } from '#platform/db'
import { type ForeignKey, migrationsOf, type SequencePlace, sequencesOf, type Table, tablesOf } from './catalogue.ts'
import { differences, EmptiedTables } from './emptied-tables.ts'
import { linesOf, readConsistently, Summing, sumOf, type TableSum } from './table-lines.ts'

/** A copy cannot be begun or ended; the message says why, for whoever runs the server. */
export class CopyError extends Error {}

/** Told after each table. */
export interface CopyProgress {
  readonly table: string
  readonly rows: number
  /** It was there already, from an attempt that was not finished. */
  readonly isKept: boolean
}

/**
 * Copies all rows of a database, as they are at one moment, into an empty one, which may be of the other kind. Each table
 * is a transaction: a copy that was ended goes on with the first that is missing, and those that are there are compared
 * once more. In the end everything is compared, and only then is the target a database that a server opens.
 */
export async function copyDatabase(
  from: Connection,
  to: Connection,
  progress: (table: CopyProgress) => void,
): Promise<TableSum[]> {
  return readConsistently(from, async () => {
    const migrations = await migrationsOf(from)
    if (migrations.length === 0) throw new CopyError('there is nothing to be copied')
    const sequences = await sequencesOf(from)
    const target = (await unfinished(to)) ?? (await begin(to, migrations))
    if (target.migrations.join() !== migrations.join())
      throw new CopyError(
        'the target holds an unfinished copy of a database of another version; empty it, and begin anew',
      )
    const sums: TableSum[] = []
    for (const table of await tablesOf(from)) sums.push(await copyTableRows(from, to, table, target.rows, progress))
    await finish(to, target.rows, sequences, sums)
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

/** What an earlier attempt has left; undefined where there was none. */
async function unfinished(to: Connection): Promise<Target | undefined> {
  const { rows } = await to.query(`select to_regclass('${copyTable}') is not null as found`, [])
  if (!rows[0]?.found) return undefined
  const state = (await noted(to, begun)) as { migrations: string[]; foreignKeys: ForeignKey[] }
  await to.script("set timezone = 'UTC'")
  return { migrations: state.migrations, rows: await EmptiedTables.again(to, state.foreignKeys) }
}

async function copyTableRows(
  from: Connection,
  to: Connection,
  table: Table,
  target: EmptiedTables,
  progress: (table: CopyProgress) => void,
): Promise<TableSum> {
  const before = (await noted(to, `table ${table.name}`)) as TableSum | undefined
  if (before) {
    // somebody may have worked with the source meanwhile
    const sum = await sumOf(from, table)
    if (sum.sha256 === before.sha256) {
      progress({ table: table.name, rows: sum.rows, isKept: true })
      return sum
    }
  }
  await to.query('begin', [])
  try {
    await to.script(`truncate "${table.name}"`)
    const summing = new Summing(table.name)
    for await (const lines of linesOf(from, table)) {
      const bytes = Buffer.from(lines)
      summing.add(bytes)
      await target.add(table, bytes)
    }
    const sum = summing.sum()
    await note(to, `table ${table.name}`, sum)
    await to.query('commit', [])
    progress({ table: table.name, rows: sum.rows, isKept: false })
    return sum
  } catch (error) {
    await to.query('rollback', []).catch(() => {})
    throw error
  }
}

/** Everything in one transaction: until it is over, no server opens what is there. */
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
