import { linesOf, quoted, type Table } from '#platform/backups'
import type { Connection } from '#platform/db'
import { type OwnedTable, rowsOf } from './tables.ts'

/** A row count and an order-independent checksum: the same rows give the same values in every database. */
export interface Sum {
  readonly rows: number
  readonly sum: string
}

const keysAtOnce = 500
const columnsOf = ({ columns }: Table): string => columns.map(quoted).join()
/** SQL: a row with stored columns only. */
const stored = (table: Table): string => `(select ${columnsOf(table)} from ${quoted(table.name)}) r`
const summed = `count(*)::int as rows, coalesce(sum(('x' || left(encode(sha256(convert_to(row_to_json(r)::text, 'UTF8')),
  'hex'), 15))::bit(60)::bigint), 0)::text as sum`
/** SQL: the recorded keys, and the condition that joins them to rows. */
const keys = ({ name }: Table): string => `jsonb_populate_recordset(null::${quoted(name)}, $1::text::jsonb) k`
const isKeyed = ({ key }: Table): string => key.map(({ name }) => `k.${quoted(name)} = r.${quoted(name)}`).join(' and ')

export async function sumOfAll(connection: Connection, table: OwnedTable, orgId: number): Promise<Sum> {
  const { rows } = await connection.query(`select ${summed} from ${stored(table)} where ${rowsOf(table, orgId)}`, [])
  return rows[0] as unknown as Sum
}

export async function countAll(connection: Connection, table: OwnedTable, orgId: number): Promise<number> {
  const { rows } = await connection.query(
    `select count(*)::int as count from ${quoted(table.name)} r where ${rowsOf(table, orgId)}`,
    [],
  )
  return rows[0]?.count as number
}

export async function sizeOfAll(connection: Connection, table: OwnedTable, orgId: number): Promise<number> {
  const { rows } = await connection.query(
    `select coalesce(sum(pg_column_size(r)), 0)::bigint as bytes from ${quoted(table.name)} r where ${rowsOf(table, orgId)}`,
    [],
  )
  return Number(rows[0]?.bytes)
}

/** Copies all of a table's rows; calls `copied` with the count of each chunk. */
export async function copyAll(
  from: Connection,
  to: Connection,
  { table, orgId, copied }: { table: OwnedTable; orgId: number; copied: (rows: number) => Promise<void> | void },
): Promise<void> {
  for await (const lines of linesOf(from, table, rowsOf(table, orgId))) {
    const rows = lines.trimEnd().split('\n')
    await insert(to, table, rows)
    await copied(rows.length)
  }
}

async function insert(to: Connection, table: Table, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  await to.query(
    `insert into ${quoted(table.name)} (${columnsOf(table)}) overriding system value
     select ${columnsOf(table)} from json_populate_recordset(null::${quoted(table.name)}, $1::text::json)`,
    [`[${lines.join()}]`],
  )
}

/** Upserts rows. */
async function put(to: Connection, table: Table, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const keyed = new Set(table.key.map(({ name }) => name))
  const changes = table.columns
    .filter((name) => !keyed.has(name))
    .map((name) => `${quoted(name)} = excluded.${quoted(name)}`)
  await to.query(
    `insert into ${quoted(table.name)} (${columnsOf(table)}) overriding system value
     select ${columnsOf(table)} from json_populate_recordset(null::${quoted(table.name)}, $1::text::json)
     on conflict (${[...keyed].map(quoted).join()}) do ${changes.length > 0 ? `update set ${changes.join()}` : 'nothing'}`,
    [`[${lines.join()}]`],
  )
}

/** Changed rows by table name; each key is JSON, `{}` if the table has no key. */
export type Changes = ReadonlyMap<string, readonly string[]>

/** Takes the recorded changes; later ones are recorded for the next call. */
export async function takeChanges(from: Connection, orgId: number): Promise<Changes> {
  const { rows } = await from.query(
    'delete from changed_row where org_id = $1 returning table_name as name, key::text as key',
    [orgId],
  )
  const changes = new Map<string, Set<string>>()
  for (const { name, key } of rows as { name: string; key: string }[]) {
    const known = changes.get(name)
    if (known) known.add(key)
    else changes.set(name, new Set([key]))
  }
  return new Map([...changes].map(([name, found]) => [name, [...found]]))
}

function* parts(all: readonly string[]): Generator<string> {
  for (let at = 0; at < all.length; at += keysAtOnce) yield `[${all.slice(at, at + keysAtOnce).join()}]`
}

async function linesWith(from: Connection, table: OwnedTable, some: string): Promise<string[]> {
  const { rows } = await from.query(
    `select row_to_json(r)::text as line from ${stored(table)} join ${keys(table)} on ${isKeyed(table)}`,
    [some],
  )
  return rows.map(({ line }) => line as string)
}

async function sumWith(connection: Connection, table: OwnedTable, some: string): Promise<Sum> {
  const { rows } = await connection.query(
    `select ${summed} from ${stored(table)} join ${keys(table)} on ${isKeyed(table)}`,
    [some],
  )
  return rows[0] as unknown as Sum
}

interface Following {
  readonly from: Connection
  readonly to: Connection
  /** Referenced tables before those that reference them. */
  readonly tables: readonly OwnedTable[]
  readonly orgId: number
}

/** Applies changed rows; returns tables that still differ. Unreferenced tables' rows go first, against conflicts. */
export async function copyChanges({ from, to, tables, orgId }: Following, changes: Changes): Promise<string[]> {
  const changed = tables.filter(({ name }) => changes.has(name))
  const keysOf = ({ name }: Table) => changes.get(name) as readonly string[]
  const leaves = changed.filter(({ isReferredTo }) => !isReferredTo)
  const others = changed.filter(({ isReferredTo }) => isReferredTo)
  for (const table of leaves)
    if (table.key.length === 0) await to.query(`delete from ${quoted(table.name)} r where ${rowsOf(table, orgId)}`, [])
    else
      for (const some of parts(keysOf(table)))
        await to.query(`delete from ${quoted(table.name)} r using ${keys(table)} where ${isKeyed(table)}`, [some])
  for (const table of others)
    for (const some of parts(keysOf(table))) await put(to, table, await linesWith(from, table, some))
  for (const table of others.toReversed())
    for (const some of parts(keysOf(table))) await removeMissing(to, table, some, await linesWith(from, table, some))
  for (const table of leaves)
    if (table.key.length === 0) await copyAll(from, to, { table, orgId, copied: () => {} })
    else for (const some of parts(keysOf(table))) await insert(to, table, await linesWith(from, table, some))
  return differences({ from, to, tables: changed, orgId }, changes)
}

async function removeMissing(to: Connection, table: OwnedTable, some: string, there: readonly string[]): Promise<void> {
  const same = table.key.map(({ name }) => `t.${quoted(name)} = r.${quoted(name)}`).join(' and ')
  await to.query(
    `delete from ${quoted(table.name)} r using ${keys(table)} where ${isKeyed(table)}
     and not exists (select from json_populate_recordset(null::${quoted(table.name)}, $2::text::json) t where ${same})`,
    [some, `[${there.join()}]`],
  )
}

async function differences({ from, to, tables, orgId }: Following, changes: Changes): Promise<string[]> {
  const wrong: string[] = []
  const compare = (table: Table, one: Sum, other: Sum) => {
    if (one.rows !== other.rows || one.sum !== other.sum) wrong.push(table.name)
  }
  for (const table of tables)
    if (table.key.length === 0) compare(table, await sumOfAll(from, table, orgId), await sumOfAll(to, table, orgId))
    else
      for (const some of parts(changes.get(table.name) as readonly string[]))
        compare(table, await sumWith(from, table, some), await sumWith(to, table, some))
  return [...new Set(wrong)]
}
