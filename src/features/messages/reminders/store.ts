import { seconds, type UserId } from '#contract'
import { countRows, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { Reminder } from './api.ts'

export type Stored = Row<'reminder'>

export const toWire = (row: Stored): Reminder => ({
  reminder_id: row.id,
  type: 'private',
  to: [row.user_id],
  content: row.content,
  rendered_content: row.rendered_content,
  scheduled_delivery_timestamp: seconds(row.due_at),
  failed: false,
  ...(row.message_id === null ? {} : { reminder_target_message_id: row.message_id }),
})

export const list = async (tx: Tx, userId: UserId): Promise<Reminder[]> =>
  (
    await tx.selectFrom('reminder').selectAll().where('user_id', '=', userId).orderBy('due_at').orderBy('id').execute()
  ).map(toWire)

export const count = (tx: Tx, userId: UserId): Promise<number> => countRows(tx, 'reminder', 'user_id', userId)

export const insert = (tx: Tx, row: NewRow<'reminder'>): Promise<Stored> =>
  tx.insertInto('reminder').values(row).returningAll().executeTakeFirstOrThrow()

export async function remove(tx: Tx, userId: UserId, id: number): Promise<boolean> {
  const removal = tx.deleteFrom('reminder').where('id', '=', id).where('user_id', '=', userId)
  return (await removal.executeTakeFirstOrThrow()).numDeletedRows > 0n
}

export const waiting = dueRows({ table: 'reminder' })
