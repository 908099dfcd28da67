import { raw, type Tables } from '#platform/db'
import type { Organization } from '#platform/organization'

type Owned = { [T in keyof Tables]: Tables[T] extends { org_id: unknown } ? T : never }[keyof Tables]

interface Aged<T extends Owned> {
  readonly table: T
  readonly column: keyof Tables[T] & string
  /** A SQL condition on the rows. */
  readonly only?: string
}

/** When an organization's oldest row reaches an age; null if there's no row. */
export async function oldestReaches<T extends Owned>(
  org: Organization,
  { table, column, only = 'true' }: Aged<T>,
  ageMs: number,
): Promise<Date | null> {
  const [row] = await org.db.read((tx) =>
    raw<{ at: Date | null }>(tx, `select min(${column}) as at from ${table} where org_id = $1 and ${only}`, [org.id]),
  )
  return row?.at ? new Date(row.at.getTime() + ageMs) : null
}
