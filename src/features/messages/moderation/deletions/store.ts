import { seconds, type UserId } from '#contract'
import { beyondNewest, type NewRow, newestOfUser, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { DeletionPeriod, MessageDeletionOut } from '../wire.ts'

export type Stored = Row<'message_deletion'>

export const toWire = (row: Stored): MessageDeletionOut => ({
  id: row.id,
  period: row.period as DeletionPeriod,
  state: row.state as MessageDeletionOut['state'],
  deleted_count: row.deleted,
  restored_count: row.restored,
  creator_id: row.creator_id,
  created_at: seconds(row.created_at),
  undo_until: seconds(row.undo_until),
  undone_by: row.undone_by,
})

/** Newest first. */
export const ofUser = (tx: Tx, userId: UserId, limit: number): Promise<Stored[]> =>
  newestOfUser(tx, 'message_deletion', userId, limit)

export const runningOf = (tx: Tx, userId: UserId): Promise<{ id: number } | undefined> =>
  tx
    .selectFrom('message_deletion')
    .select('id')
    .where('user_id', '=', userId)
    .where('due_at', 'is not', null)
    .executeTakeFirst()

export const find = (tx: Tx, orgId: number, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('message_deletion').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'message_deletion'>): Promise<Stored> =>
  tx.insertInto('message_deletion').values(row).returningAll().executeTakeFirstOrThrow()

type Change = Partial<Pick<Stored, 'before_id' | 'state' | 'deleted' | 'restored' | 'undone_by' | 'due_at'>>

export const change = (tx: Tx, id: number, values: Change): Promise<Stored> =>
  tx.updateTable('message_deletion').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Stops restorations and makes deletions final; returns how many rows changed. */
export async function endUndo(tx: Tx, userId: UserId, now: Date): Promise<number> {
  const ending = tx.updateTable('message_deletion').where('user_id', '=', userId)
  const stopped = await ending
    .set({ undo_until: now, state: 'restored', due_at: null })
    .where('state', '=', 'restoring')
    .executeTakeFirst()
  const ended = await ending.set({ undo_until: now }).where('undo_until', '>', now).executeTakeFirst()
  return Number(stopped.numUpdatedRows + ended.numUpdatedRows)
}

/** Removes a person's oldest deletions beyond the limit, unless they can still be undone. */
export const removeBeyond = (tx: Tx, userId: UserId, kept: number, now: Date): Promise<unknown> =>
  tx
    .deleteFrom('message_deletion')
    .where('user_id', '=', userId)
    .where('id', '<=', beyondNewest('message_deletion', userId, kept))
    .where('due_at', 'is', null)
    .where('undo_until', '<', now)
    .execute()

export const running = dueRows({ table: 'message_deletion' })
