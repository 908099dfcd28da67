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
