import { seconds, type UserId } from '#contract'
import { countRows, type NewRow, newestOfUser, type Row, type Tx } from '#platform/db'

type Stored = Row<'moderation_note'>

export const toWire = (row: Stored) => ({
  id: row.id,
  author_id: row.author_id,
  content: row.content,
  created_at: seconds(row.created_at),
  edited_at: row.edited_at && seconds(row.edited_at),
})

/** Newest first. */
export const ofUser = (tx: Tx, userId: UserId, limit: number): Promise<Stored[]> =>
  newestOfUser(tx, 'moderation_note', userId, limit)

export const count = (tx: Tx, userId: UserId): Promise<number> => countRows(tx, 'moderation_note', 'user_id', userId)

export const find = (tx: Tx, userId: UserId, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('moderation_note').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'moderation_note'>): Promise<Stored> =>
  tx.insertInto('moderation_note').values(row).returningAll().executeTakeFirstOrThrow()

export const change = (tx: Tx, id: number, values: Pick<Stored, 'content' | 'edited_at'>): Promise<Stored> =>
  tx.updateTable('moderation_note').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('moderation_note').where('id', '=', id).execute()

export const removeAll = (tx: Tx, userId: UserId): Promise<unknown> =>
  tx.deleteFrom('moderation_note').where('user_id', '=', userId).execute()
