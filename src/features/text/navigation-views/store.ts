import type { UserId } from '#contract'
import { anyTextOf, type Changes, insertRows, type NewRow, type Tx } from '#platform/db'
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

export async function remove(tx: Tx, ownerId: UserId, fragment: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('navigation_view')
    .where('owner_id', '=', ownerId)
    .where('fragment', '=', fragment)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function removeAll(tx: Tx, ownerId: UserId, fragments: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('navigation_view')
    .where('owner_id', '=', ownerId)
    .where('fragment', '=', anyTextOf(fragments))
    .execute()
}

export async function insertAll(tx: Tx, rows: NewRow<'navigation_view'>[]): Promise<void> {
  await insertRows(tx, 'navigation_view', rows)
}
