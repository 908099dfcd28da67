import type { UserId } from '#contract'
import type { Changes, NewRow, Tx } from '#platform/db'
import type { NavigationView } from './api.ts'

export const list = (tx: Tx, ownerId: UserId): Promise<NavigationView[]> =>
  tx
    .selectFrom('navigation_view')
    .select(['fragment', 'is_pinned', 'name'])
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .execute()

export async function insert(tx: Tx, row: NewRow<'navigation_view'>): Promise<void> {
  await tx.insertInto('navigation_view').values(row).execute()
}

export async function update(
  tx: Tx,
  ownerId: UserId,
  fragment: string,
  changes: Changes<'navigation_view'>,
): Promise<void> {
  await tx
    .updateTable('navigation_view')
    .set(changes)
    .where('owner_id', '=', ownerId)
    .where('fragment', '=', fragment)
    .execute()
}

/** Whether the owner had such a view. */
export async function remove(tx: Tx, ownerId: UserId, fragment: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('navigation_view')
    .where('owner_id', '=', ownerId)
    .where('fragment', '=', fragment)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
