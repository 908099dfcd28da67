import type { Connection } from '#platform/db'

/** A table as PostgreSQL's catalog describes it, so that a new table can't be forgotten. */
export interface Table {
  readonly name: string
  /** Without generated columns. */
  readonly columns: readonly string[]
  /** Columns of the primary key; empty if there is none. `isText`: its order depends on the collation. */
  readonly key: readonly { name: string; isText: boolean }[]
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** A sequence's position; `last` is text because a bigint may exceed a JavaScript number. */
export interface SequencePlace {
  readonly name: string
  readonly last: string
  readonly isCalled: boolean
}

const tables = `
  select c.relname::text as name,
    (select jsonb_agg(a.attname order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select jsonb_agg(jsonb_build_object('name', a.attname, 'isText', a.attcollation <> 0) order by k.place)
     from pg_index i cross join unnest(i.indkey::int2[]) with ordinality k(number, place)
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
     where i.indrelid = c.oid and i.indisprimary) as key
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by c.relname::text collate "C"`

export async function tablesOf(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query(tables, [])
  return rows.map(({ name, columns, key }) => ({
    name: name as string,
    columns: (columns ?? []) as string[],
    key: (key ?? []) as Table['key'],
  }))
}

export async function foreignKeysOf(connection: Connection): Promise<ForeignKey[]> {
  const { rows } = await connection.query(
    `select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by 1, 2`,
    [],
  )
  return rows as unknown as ForeignKey[]
}

export async function sequencesOf(connection: Connection): Promise<SequencePlace[]> {
  const { rows } = await connection.query(
    `select relname::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace
     order by relname::text collate "C"`,
    [],
  )
  const places: SequencePlace[] = []
  for (const { name } of rows as { name: string }[]) {
    const { rows: found } = await connection.query(
      `select last_value::text as last, is_called as "isCalled" from ${quoted(name)}`,
      [],
    )
    places.push({ name, ...(found[0] as { last: string; isCalled: boolean }) })
  }
  return places
}

/** Applied migrations in order; empty for an empty database. */
export async function migrationsOf(connection: Connection): Promise<string[]> {
  const { rows: found } = await connection.query(`select to_regclass('public.migration') is not null as found`, [])
  if (!found[0]?.found) return []
  const { rows } = await connection.query('select name from migration', [])
  return rows.map(({ name }) => name as string).sort()
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The number of rows in the tables. */
export async function rowsOf(connection: Connection, tables: readonly Table[]): Promise<number> {
  if (tables.length === 0) return 0
  const counts = tables.map(({ name }) => `(select count(*) from ${quoted(name)})`)
  const { rows } = await connection.query(`select (${counts.join(' + ')})::float8 as total`, [])
  return Number(rows[0]?.total)
}
