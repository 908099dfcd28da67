import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.generated.ts'

type WithUser = {
  [T in keyof Tables]: Selectable<Tables[T]> extends { id: number; user_id: number } ? T : never
}[keyof Tables]

/** A user's rows, newest first. */
export const newestOfUser = async <T extends WithUser>(
  tx: Tx,
  table: T,
  userId: number,
  limit: number,
): Promise<Selectable<Tables[T]>[]> =>
  (
    await sql<Selectable<Tables[T]>>`
      select * from ${sql.table(table)} where user_id = ${userId} order by id desc limit ${limit}`.execute(tx)
  ).rows

/** `where('id', '<=', beyondNewest(…))`: all of a user's rows except the newest. */
export const beyondNewest = (table: WithUser, userId: number, kept: number): RawBuilder<number> =>
  sql<number>`(select id from ${sql.table(table)} where user_id = ${userId} order by id desc offset ${kept} limit 1)`
