import { CompiledQuery, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { NewRow } from './rows.ts'
import type { Tables } from './tables.generated.ts'

/**
 * Any of some ids, however many: `where('id', '=', anyOf(ids))`. As one list, because a parameter for each makes a
 * statement of its own for every length, and a database takes only so many.
 */
export const anyOf = <I extends number>(ids: readonly I[]): RawBuilder<I> => sql<I>`any(${[...ids]}::bigint[])`

/** The same for texts. */
export const anyTextOf = (texts: readonly string[]): RawBuilder<string> => sql<string>`any(${[...texts]}::text[])`

/** A text in the lower case that the database makes, for columns that it compares so. */
export const lowered = (text: string): RawBuilder<string> => sql<string>`lower(${text})`

/**
 * The numbers of a list that a statement answers as a text, `ids::text`; none where it is null. perf: drivers take several
 * times as long for lists, and for as many rows.
 */
export const numbersIn = <N extends number>(text: string | null): N[] =>
  text === null ? [] : JSON.parse(`[${text.slice(1, -1)}]`)

/** Inserts rows of one shape, however many, with one parameter; answers them as they are now, in any order. */
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
