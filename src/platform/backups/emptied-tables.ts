import type { Connection } from '#platform/db'
import { type ForeignKey, foreignKeysOf, quoted, type SequencePlace, type Table, tablesOf } from './catalogue.ts'
import { sumOf, type TableSum } from './table-lines.ts'

const newLine = 10
const rowsAtOnce = 500

/**
 * Tables ready for a bulk load: emptied of rows inserted by migrations, without foreign keys (they're circular) and
 * with triggers disabled until {@link complete} restores both.
 */
export class EmptiedTables {
  readonly tables: readonly Table[]
  readonly #connection: Connection
  /** Dropped until the tables are complete. */
  readonly foreignKeys: readonly ForeignKey[]

  private constructor(connection: Connection, tables: readonly Table[], foreignKeys: readonly ForeignKey[]) {
    this.#connection = connection
    this.tables = tables
    this.foreignKeys = foreignKeys
  }

  static async of(connection: Connection): Promise<EmptiedTables> {
    await connection.script("set timezone = 'UTC'")
    const tables = await tablesOf(connection)
    const foreignKeys = await foreignKeysOf(connection)
    for (const { table, name } of foreignKeys)
      await connection.query(`alter table ${table} drop constraint ${quoted(name)}`, [])
    const names = tables.map(({ name }) => quoted(name))
    for (const name of names) await connection.query(`alter table ${name} disable trigger user`, [])
    await connection.query(`truncate ${names.join()}`, [])
    return new EmptiedTables(connection, tables, foreignKeys)
  }

  static async again(connection: Connection, foreignKeys: readonly ForeignKey[]): Promise<EmptiedTables> {
    return new EmptiedTables(connection, await tablesOf(connection), foreignKeys)
  }

  /** Inserts whole lines of JSON as rows. Throws the database's errors. */
  async add(table: Table, lines: Buffer): Promise<void> {
    const columns = table.columns.map(quoted).join()
    const insert = `insert into ${quoted(table.name)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${quoted(table.name)}, $1::text::json)`
    for (const rows of inParts(lines)) await this.#connection.query(insert, [`[${rows}]`])
  }

  /** Restores sequences, triggers, and foreign keys. Throws if a reference has no target. */
  async complete(sequences: readonly SequencePlace[]): Promise<void> {
    for (const { name, last, isCalled } of sequences)
      await this.#connection.query('select setval($1::text::regclass, $2::text::bigint, $3)', [
        quoted(name),
        last,
        isCalled,
      ])
    for (const { name } of await tablesOf(this.#connection))
      await this.#connection.query(`alter table ${quoted(name)} enable trigger user`, [])
    for (const { table, name, definition } of this.foreignKeys)
      await this.#connection.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`, [])
  }
}

/** Comma-separated rows, `rowsAtOnce` at a time. */
function* inParts(lines: Buffer): Generator<string> {
  let rows: string[] = []
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(newLine, start)
    const line = lines.toString('utf8', start, end < 0 ? lines.length : end)
    start = end < 0 ? lines.length : end + 1
    if (line) rows.push(line)
    if (rows.length === rowsAtOnce) {
      yield rows.join(',\n')
      rows = []
    }
  }
  if (rows.length > 0) yield rows.join(',\n')
}

export async function differences(connection: Connection, expected: readonly TableSum[]): Promise<string[]> {
  const tables = new Map((await tablesOf(connection)).map((table) => [table.name, table]))
  const wrong: string[] = []
  for (const { name, rows, sha256 } of expected) {
    const table = tables.get(name)
    const found = table && (await sumOf(connection, table))
    if (!found) wrong.push(`${name} is missing`)
    else if (found.rows !== rows) wrong.push(`${name} has ${found.rows} rows instead of ${rows}`)
    else if (found.sha256 !== sha256) wrong.push(`${name} has other rows`)
  }
  return wrong
}
