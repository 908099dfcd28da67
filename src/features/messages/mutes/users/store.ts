import { seconds, type UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'

export interface Muted {
  userId: UserId
  id: UserId
  timestamp: number
}

export async function list(tx: Tx, orgId: number, userIds?: UserId[]): Promise<Muted[]> {
  let query = tx.selectFrom('muted_user').selectAll().where('org_id', '=', orgId)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  const rows = await query.orderBy('muted_at').orderBy('muted_user_id').execute()
  return rows.map((row) => ({ userId: row.user_id, id: row.muted_user_id, timestamp: seconds(row.muted_at) }))
}

export async function insert(tx: Tx, org_id: number, user_id: UserId, muted_user_id: UserId, at: Date): Promise<void> {
  await tx.insertInto('muted_user').values({ org_id, user_id, muted_user_id, muted_at: at }).execute()
}

export async function remove(tx: Tx, userId: UserId, mutedId: UserId): Promise<void> {
  await tx.deleteFrom('muted_user').where('user_id', '=', userId).where('muted_user_id', '=', mutedId).execute()
}
