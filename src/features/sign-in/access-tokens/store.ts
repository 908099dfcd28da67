import type { UserId } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'

export const insert = (tx: Tx, row: NewRow<'access_token'>): Promise<Row<'access_token'>> =>
  tx.insertInto('access_token').values(row).returningAll().executeTakeFirstOrThrow()

export const all = (tx: Tx, orgId: number, ids?: readonly number[]): Promise<Row<'access_token'>[]> => {
  const query = tx.selectFrom('access_token').selectAll().where('org_id', '=', orgId)
  return (ids ? query.where('id', '=', anyOf(ids)) : query).execute()
}

/** Oldest first. */
export const ofUser = (tx: Tx, userId: UserId): Promise<Row<'access_token'>[]> =>
  tx.selectFrom('access_token').selectAll().where('user_id', '=', userId).orderBy('id').execute()

export const find = (tx: Tx, orgId: number, id: number): Promise<Row<'access_token'> | undefined> =>
  tx.selectFrom('access_token').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const rename = (tx: Tx, id: number, name: string): Promise<Row<'access_token'>> =>
  tx.updateTable('access_token').set({ name }).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('access_token').where('id', '=', id).execute()

/** Returns the removed ids. */
export const removeOfUser = async (tx: Tx, userId: UserId): Promise<number[]> =>
  (await tx.deleteFrom('access_token').where('user_id', '=', userId).returning('id').execute()).map(({ id }) => id)

export const renew = (
  tx: Tx,
  id: number,
  token_hash: string,
  secret_expires_at: Date,
  only: readonly string[] | null,
): Promise<Row<'access_token'>> =>
  tx
    .updateTable('access_token')
    .set({ token_hash, secret_expires_at, secret_scopes: only && [...only] })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeAll = (
  tx: Tx,
  orgId: number,
  ids: readonly number[],
): Promise<Pick<Row<'access_token'>, 'id' | 'user_id'>[]> =>
  tx
    .deleteFrom('access_token')
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .returning(['id', 'user_id'])
    .execute()

export const noteUsed = async (tx: Tx, orgId: number, ids: readonly number[], at: Date): Promise<void> => {
  const used = tx.updateTable('access_token').set({ last_used_at: at }).where('org_id', '=', orgId)
  await used.where('id', '=', anyOf(ids)).execute()
}
