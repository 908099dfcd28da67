import { seconds, type UserId } from '#contract'
import { anyOf, beyondNewest, type NewRow, newestOfUser, type Row, type Tx } from '#platform/db'

type Stored = Row<'moderation_warning'>
export type Pending = Pick<Stored, 'id' | 'user_id' | 'content' | 'created_at'>

export const toOwn = ({ id, content, created_at }: Pending) => ({ id, content, created_at: seconds(created_at) })

export const toWire = (row: Stored) => ({
  ...toOwn(row),
  author_id: row.author_id,
  acknowledged_at: row.acknowledged_at && seconds(row.acknowledged_at),
})

/** Unacknowledged warnings, oldest first. */
export async function pending(tx: Tx, orgId: number, userIds?: readonly UserId[]): Promise<Pending[]> {
  let query = tx
    .selectFrom('moderation_warning')
    .select(['id', 'user_id', 'content', 'created_at'])
    .where('org_id', '=', orgId)
    .where('acknowledged_at', 'is', null)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return query.orderBy('id').execute()
}

/** Newest first. */
export const ofUser = (tx: Tx, userId: UserId, limit: number): Promise<Stored[]> =>
  newestOfUser(tx, 'moderation_warning', userId, limit)

export const find = (tx: Tx, userId: UserId, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('moderation_warning').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'moderation_warning'>): Promise<Stored> =>
  tx.insertInto('moderation_warning').values(row).returningAll().executeTakeFirstOrThrow()

export const acknowledge = (tx: Tx, id: number, at: Date): Promise<unknown> =>
  tx.updateTable('moderation_warning').set({ acknowledged_at: at }).where('id', '=', id).execute()

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('moderation_warning').where('id', '=', id).execute()

export const removeAll = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('moderation_warning').where('user_id', '=', userId).execute()

/** Deletes the oldest acknowledged warnings of a person beyond the limit. */
export const removeBeyond = (tx: Tx, userId: UserId, kept: number): Promise<unknown> =>
  tx
    .deleteFrom('moderation_warning')
    .where('user_id', '=', userId)
    .where('id', '<=', beyondNewest('moderation_warning', userId, kept))
    .where('acknowledged_at', 'is not', null)
    .execute()
