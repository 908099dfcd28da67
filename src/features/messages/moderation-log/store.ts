import { seconds, type UserId } from '#contract'
import type { NewRow, Row, Tx } from '#platform/db'
import type { RestrictionKind } from '../../people/restrictions/wire.ts'
import type { DeletionPeriod } from '../moderation/wire.ts'
import type { LoggedAction, ModerationLogEntryOut } from './wire.ts'

export type Stored = Row<'moderation_log_entry'>

export interface Source {
  readonly action: LoggedAction
  readonly source_id: number
}

export const toWire = ({
  id,
  action,
  at,
  user_id,
  detail,
  until,
  reason,
  reversed_at,
}: Stored): ModerationLogEntryOut => ({
  id,
  action: action as LoggedAction,
  at: seconds(at),
  user_id,
  restriction: action === 'restriction' ? (detail as RestrictionKind) : null,
  period: action === 'message_deletion' ? (detail as DeletionPeriod) : null,
  until: until && seconds(until),
  reason,
  reversed_at: reversed_at && seconds(reversed_at),
})

/** Newest first. */
export function page(
  tx: Tx,
  orgId: number,
  { since, before, limit }: { readonly since: Date; readonly before: number | undefined; readonly limit: number },
): Promise<Stored[]> {
  let query = tx.selectFrom('moderation_log_entry').selectAll().where('org_id', '=', orgId).where('at', '>', since)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export async function insert(tx: Tx, row: NewRow<'moderation_log_entry'>): Promise<void> {
  await tx.insertInto('moderation_log_entry').values(row).execute()
}

type Change = Partial<Pick<Stored, 'user_id' | 'until' | 'reason' | 'reversed_at'>>

/** Changes the entries of a source that haven't been reversed; returns whether there are any. */
export async function change(tx: Tx, orgId: number, { action, source_id }: Source, values: Change): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('moderation_log_entry')
    .set(values)
    .where('org_id', '=', orgId)
    .where('action', '=', action)
    .where('source_id', '=', source_id)
    .where('reversed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Removes a banned person's name from the entries about their deleted messages. */
export async function forgetBanned(tx: Tx, userId: UserId): Promise<void> {
  const action: LoggedAction = 'message_deletion'
  await tx
    .updateTable('moderation_log_entry')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .execute()
}

/** Removes a person's name and the reasons from the log; returns whether there were any. */
export async function forgetPerson(tx: Tx, userId: UserId): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('moderation_log_entry')
    .set({ user_id: null, reason: '' })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Deletes old entries, and the oldest beyond the limit. */
export async function removeOld(tx: Tx, orgId: number, before: Date, kept: number): Promise<void> {
  await tx
    .deleteFrom('moderation_log_entry')
    .where('org_id', '=', orgId)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('at', '<', before),
        eb(
          'id',
          '<=',
          selectFrom('moderation_log_entry')
            .select('id')
            .where('org_id', '=', orgId)
            .orderBy('id', 'desc')
            .offset(kept)
            .limit(1),
        ),
      ]),
    )
    .execute()
}

export async function removeAll(tx: Tx, orgId: number): Promise<void> {
  await tx.deleteFrom('moderation_log_entry').where('org_id', '=', orgId).execute()
}
