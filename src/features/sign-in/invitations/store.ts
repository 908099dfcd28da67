import type { UserId } from '#contract'
import { type Changes, countRows, insertRows, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type StoredInvitation = Row<'invitation'>

export const insert = (tx: Tx, rows: NewRow<'invitation'>[]): Promise<StoredInvitation[]> =>
  insertRows(tx, 'invitation', rows)

export const count = (tx: Tx, inviterId: UserId): Promise<number> =>
  countRows(tx, 'invitation', 'inviter_id', inviterId)

export function list(tx: Tx, orgId: number, now: Date, inviterId?: UserId): Promise<StoredInvitation[]> {
  let query = tx
    .selectFrom('invitation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
  if (inviterId !== undefined) query = query.where('inviter_id', '=', inviterId)
  return query.orderBy('id').execute()
}

export const find = (tx: Tx, orgId: number, id: number): Promise<StoredInvitation | undefined> =>
  tx.selectFrom('invitation').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export const findByToken = (tx: Tx, orgId: number, hash: string): Promise<StoredInvitation | undefined> =>
  tx
    .selectFrom('invitation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(({ eb, or }) => or([eb('token_hash', '=', hash), eb('reminder_hash', '=', hash)]))
    .executeTakeFirst()

/** Skips deactivated organizations. */
export const toRemindOf = dueRows({ table: 'invitation', column: 'remind_at' })

/** Case-insensitive; newest first. */
export const listTo = (tx: Tx, orgId: number, email: string): Promise<StoredInvitation[]> =>
  tx
    .selectFrom('invitation')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id', 'desc')
    .execute()

export const update = (tx: Tx, id: number, changes: Changes<'invitation'>): Promise<unknown> =>
  tx.updateTable('invitation').set(changes).where('id', '=', id).execute()

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('invitation').where('id', '=', id).execute()

/** Case-insensitive; returns the inviters. */
export const removeTo = async (tx: Tx, orgId: number, email: string): Promise<UserId[]> =>
  (
    await tx
      .deleteFrom('invitation')
      .where('org_id', '=', orgId)
      .where(({ eb, fn }) => eb(fn('lower', ['email']), '=', email.toLowerCase()))
      .returning('inviter_id')
      .execute()
  ).map(({ inviter_id }) => inviter_id)

/** Removes the inviter's invitations to roles above `leastRole`; returns whether there were any. */
export async function removeBy(tx: Tx, inviterId: UserId, leastRole = 1_000): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('invitation')
    .where('inviter_id', '=', inviterId)
    .where('role', '<', leastRole)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const removeExpired = (tx: Tx, orgId: number, now: Date): Promise<unknown> =>
  tx.deleteFrom('invitation').where('org_id', '=', orgId).where('expires_at', '<=', now).execute()
