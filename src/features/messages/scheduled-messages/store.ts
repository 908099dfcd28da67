import { seconds, type UserId } from '#contract'
import { type Changes, countRows, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { ScheduledMessage } from './api.ts'

export type Stored = Row<'scheduled_message'>

export const toWire = (row: Stored): ScheduledMessage => ({
  scheduled_message_id: row.id,
  ...(row.channel_id === null
    ? { type: 'private', to: row.user_ids ?? [] }
    : { type: 'stream', to: row.channel_id, topic: row.topic }),
  content: row.content,
  rendered_content: row.rendered_content,
  scheduled_delivery_timestamp: seconds(row.due_at),
  failed: row.failed,
})

/** Sorted by time. */
export const list = async (tx: Tx, senderId: UserId): Promise<ScheduledMessage[]> =>
  (
    await tx
      .selectFrom('scheduled_message')
      .selectAll()
      .where('sender_id', '=', senderId)
      .orderBy('due_at')
      .orderBy('id')
      .execute()
  ).map(toWire)

export const find = (tx: Tx, senderId: UserId, id: number): Promise<Stored | undefined> =>
  tx
    .selectFrom('scheduled_message')
    .selectAll()
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .executeTakeFirst()

export const count = (tx: Tx, senderId: UserId): Promise<number> =>
  countRows(tx, 'scheduled_message', 'sender_id', senderId)

export const insert = (tx: Tx, row: NewRow<'scheduled_message'>): Promise<Stored> =>
  tx.insertInto('scheduled_message').values(row).returningAll().executeTakeFirstOrThrow()

/** Undefined if the row is gone or has changed since it was read. */
export const update = (
  tx: Tx,
  { id, revision }: Pick<Stored, 'id' | 'revision'>,
  changes: Changes<'scheduled_message'>,
): Promise<Stored | undefined> =>
  tx
    .updateTable('scheduled_message')
    .set({ ...changes, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst()

export async function remove(tx: Tx, senderId: UserId, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('scheduled_message')
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes a row that is about to be sent; false if it's gone or has changed since it was read. */
export async function take(tx: Tx, { id, revision }: Pick<Stored, 'id' | 'revision'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('scheduled_message')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('failed', '=', false)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const waiting = dueRows({ table: 'scheduled_message', only: 'not failed' })
