import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.generated.ts'

/**
 * Runs a statement as it is written here, for what Kysely cannot say, or where the way that it is written makes it quick
 * (then a `perf:` says so); the database keeps its plan ready. A test prepares every one of them against the tables, so
 * they are written to be read in the source: literals, constants, and functions that put texts together.
 */
export const raw = async <R>(tx: Tx, text: string, params: unknown[]): Promise<R[]> =>
  (await tx.executeQuery<R>(CompiledQuery.raw(text, params))).rows

/** How many rows of a table have that number in a column. */
export async function countRows(tx: Tx, table: keyof Tables, column: string, is: number): Promise<number> {
  const [row] = await raw<{ count: number }>(tx, `select count(*)::int as count from ${table} where ${column} = $1`, [
    is,
  ])
  return row?.count ?? 0
}

export interface Sizes {
  readonly count: number
  /** Of all of them together. */
  readonly bytes: number
  /** Of the one that was asked for; null where it is not among them. */
  readonly own: number | null
}

/** How many rows of a table have that number in a column, and what their `size` comes to; beside it that of one of them. */
export async function sizesOf(
  tx: Tx,
  table: 'draft' | 'saved_snippet',
  column: string,
  is: number,
  id: number | null,
): Promise<Sizes> {
  const [row] = await raw<Sizes>(
    tx,
    `select count(*)::int as count, coalesce(sum(size), 0)::bigint as bytes, max(size) filter (where id = $2::bigint) as own
     from ${table} where ${column} = $1`,
    [is, id],
  )
  return row as Sizes
}
