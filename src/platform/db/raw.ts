import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.generated.ts'

/**
 * Runs SQL that Kysely can't express, or that is fast only in this form (then a `perf:` says so). A test finds each
 * statement in the source and prepares it, so build them only from literals, constants, and functions that concatenate
 * texts.
 */
export const raw = async <R>(tx: Tx, text: string, params: unknown[]): Promise<R[]> =>
  (await tx.executeQuery<R>(CompiledQuery.raw(text, params))).rows

export async function countRows(tx: Tx, table: keyof Tables, column: string, is: number): Promise<number> {
  const [row] = await raw<{ count: number }>(tx, `select count(*)::int as count from ${table} where ${column} = $1`, [
    is,
  ])
  return row?.count ?? 0
}

export interface Sizes {
  readonly count: number
  readonly bytes: number
  /** Size of the requested row; null if it isn't among them. */
  readonly own: number | null
}

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
