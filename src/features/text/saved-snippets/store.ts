import { seconds, type UserId } from '#contract'
import { type Changes, type NewRow, type Row, type Sizes, sizesOf, type Tx } from '#platform/db'
import type { SavedSnippet } from './api.ts'

const toWire = ({ id, title, content, created_at }: Row<'saved_snippet'>): SavedSnippet => ({
  id,
  title,
  content,
  date_created: seconds(created_at),
})

export const list = async (tx: Tx, ownerId: UserId): Promise<SavedSnippet[]> =>
  (await tx.selectFrom('saved_snippet').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()).map(toWire)

/** The number of snippets, their bytes, and those of one of them. */
export const totals = (tx: Tx, ownerId: UserId, id: number | null = null): Promise<Sizes> =>
  sizesOf(tx, 'saved_snippet', 'owner_id', ownerId, id)

export const insert = async (tx: Tx, row: NewRow<'saved_snippet'>): Promise<SavedSnippet> =>
  toWire(await tx.insertInto('saved_snippet').values(row).returningAll().executeTakeFirstOrThrow())

/** Undefined if it doesn't exist. */
export async function update(tx: Tx, ownerId: UserId, id: number, changes: Changes<'saved_snippet'>) {
  const row = await tx
    .updateTable('saved_snippet')
    .set(changes)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returningAll()
    .executeTakeFirst()
  return row && toWire(row)
}

export async function remove(tx: Tx, ownerId: UserId, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_snippet')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
