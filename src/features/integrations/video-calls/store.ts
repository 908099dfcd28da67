import type { UserId } from '#contract'
import type { Tx } from '#platform/db'

export async function has(tx: Tx, userId: UserId): Promise<boolean> {
  return (await find(tx, userId)) !== undefined
}

export async function find(tx: Tx, userId: UserId): Promise<string | undefined> {
  const row = await tx.selectFrom('meeting_token').select('sealed').where('user_id', '=', userId).executeTakeFirst()
  return row?.sealed
}

/** Returns whether it's new. */
export async function put(tx: Tx, orgId: number, userId: UserId, sealed: string, now: Date): Promise<boolean> {
  const isNew = !(await has(tx, userId))
  await tx
    .insertInto('meeting_token')
    .values({ user_id: userId, org_id: orgId, sealed, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ sealed, updated_at: now }))
    .execute()
  return isNew
}

/** Returns whether it existed; with `sealed`, removes only that one. */
export async function remove(tx: Tx, userId: UserId, sealed?: string): Promise<boolean> {
  let removal = tx.deleteFrom('meeting_token').where('user_id', '=', userId)
  if (sealed !== undefined) removal = removal.where('sealed', '=', sealed)
  return (await removal.executeTakeFirst()).numDeletedRows > 0n
}
