import { countRows, jsonb, lowered, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type Stored = Row<'application'>

/** Oldest first. */
export const page = (tx: Tx, orgId: number, { after, limit }: { readonly after: number; readonly limit: number }) =>
  tx
    .selectFrom('application')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const count = (tx: Tx, orgId: number): Promise<number> => countRows(tx, 'application', 'org_id', orgId)

export const insert = (tx: Tx, row: NewRow<'application'>): Promise<Stored> =>
  tx
    .insertInto('application')
    .values({ ...row, answers: jsonb(row.answers) })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Undefined if someone else has already removed it. */
export const remove = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx.deleteFrom('application').where('org_id', '=', orgId).where('id', '=', id).returningAll().executeTakeFirst()

/** Case-insensitive. */
export const removeFrom = (tx: Tx, orgId: number, email: string): Promise<Stored | undefined> =>
  tx
    .deleteFrom('application')
    .where('org_id', '=', orgId)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', lowered(email)))
    .returningAll()
    .executeTakeFirst()

export const expiring = dueRows({ table: 'application' })
