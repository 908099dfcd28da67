import type { UserId } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'

export const insert = (tx: Tx, row: NewRow<'session'>): Promise<Row<'session'>> =>
  tx.insertInto('session').values(row).returningAll().executeTakeFirstOrThrow()

export const all = (tx: Tx, orgId: number, ids?: readonly number[]): Promise<Row<'session'>[]> => {
  const query = tx.selectFrom('session').selectAll().where('org_id', '=', orgId)
  return (ids ? query.where('id', 'in', ids) : query).execute()
}

/** Newest first. */
export const ofUser = (tx: Tx, userId: UserId): Promise<Row<'session'>[]> =>
  tx.selectFrom('session').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute()

/** Returns the IDs of ended sessions. */
export const remove = async (tx: Tx, userId: UserId, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0
    ? []
    : (
        await tx.deleteFrom('session').where('user_id', '=', userId).where('id', 'in', ids).returning('id').execute()
      ).map(({ id }) => id)

export const areIdle = async (tx: Tx, orgId: number, before: Date): Promise<boolean> =>
  (await tx
    .selectFrom('session')
    .select('id')
    .where('org_id', '=', orgId)
    .where('last_seen_at', '<', before)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const removeIdle = (tx: Tx, orgId: number, before: Date): Promise<{ id: number; user_id: UserId }[]> =>
  tx
    .deleteFrom('session')
    .where('org_id', '=', orgId)
    .where('last_seen_at', '<', before)
    .returning(['id', 'user_id'])
    .execute()

export const noteSeen = async (tx: Tx, orgId: number, ids: readonly number[], at: Date): Promise<void> => {
  if (ids.length === 0) return
  const used = tx.updateTable('session').set({ last_seen_at: at }).where('org_id', '=', orgId)
  await used.where('id', '=', anyOf(ids)).where('last_seen_at', '<', at).execute()
}

export const beganAt = async (tx: Tx, id: number): Promise<Date | undefined> =>
  (await tx.selectFrom('session').select('created_at').where('id', '=', id).executeTakeFirst())?.created_at
