import { CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { NewRow } from './rows.ts'
import type { Tables } from './tables.generated.ts'

/** `where('id', '=', anyOf(ids))`: one parameter for any number of IDs, and so one statement to prepare. */
export const anyOf = <I extends number>(ids: readonly I[]): RawBuilder<I> => sql<I>`any(${[...ids]}::bigint[])`

/** Like {@link anyOf}, for texts. */
export const anyTextOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`

/** The text in the database's lower case, for columns compared that way. */
export const lowered = (text: string): RawBuilder<string> => sql<string>`lower(${text})`

/** A value of a `jsonb` column. Drivers would send lists as PostgreSQL arrays. */
export const jsonb = (value: unknown): RawBuilder<unknown> =>
  sql<unknown>`${value === null ? null : JSON.stringify(value)}::text::jsonb`

/** Parses `ids::text`; empty for null. perf: drivers take several times as long for lists, and for as many rows. */
export const numbersIn = <N extends number>(text: string | null): N[] =>
  text === null ? [] : JSON.parse(`[${text.slice(1, -1)}]`)

/** Inserts any number of rows of the same shape with one parameter. Returns the inserted rows in any order. */
export async function insertRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<Selectable<Tables[T]>[]> {
  const [first] = rows
  if (!first) return []
  const columns = Object.keys(first)
    .map((name) => `"${name}"`)
    .join()
  const query = CompiledQuery.raw(
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_recordset(null::"${table}", $1::text::jsonb)
     returning *`,
    [JSON.stringify(rows)],
  )
  return (await tx.executeQuery<Selectable<Tables[T]>>(query)).rows
}
