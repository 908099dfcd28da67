import { seconds, type UserId } from '#contract'
import { anyOf, beyondNewest, type NewRow, newestOfUser, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { OwnRestrictionOut, RestrictionKind, RestrictionOut } from './wire.ts'

export type Stored = Row<'restriction'>
/** Without the note, which only moderators see and no rule needs. */
export type Known = Omit<Stored, 'note'>

const time = (value: Date | null): number | null => (value === null ? null : seconds(value))

export const toOwn = (row: Known): OwnRestrictionOut => ({
  id: row.id,
  kind: row.kind as RestrictionKind,
  stream_ids: row.channel_ids,
  until: time(row.until),
  reason: row.reason,
  created_at: seconds(row.created_at),
})

export const toWire = (row: Stored): RestrictionOut => ({
  ...toOwn(row),
  user_id: row.user_id,
  note: row.note,
  created_by: row.restricted_by,
  ended_at: time(row.ended_at),
  ended_by: row.ended_by,
})

const known = [
  'id',
  'org_id',
  'user_id',
  'kind',
  'channel_ids',
  'until',
  'due_at',
  'reason',
  'restricted_by',
  'created_at',
  'ended_at',
  'ended_by',
] as const satisfies (keyof Known)[]

/** Those that haven't ended. */
export async function current(tx: Tx, orgId: number, userIds?: readonly UserId[]): Promise<Known[]> {
  let query = tx.selectFrom('restriction').select(known).where('org_id', '=', orgId).where('ended_at', 'is', null)
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return query.orderBy('id').execute()
}

/** Those in effect, newest first. */
export async function page(
  tx: Tx,
  orgId: number,
  { now, before, limit }: { readonly now: Date; readonly before: number | undefined; readonly limit: number },
): Promise<Stored[]> {
  let query = tx
    .selectFrom('restriction')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('ended_at', 'is', null)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

/** With those that have ended, newest first. */
export const ofUser = (tx: Tx, userId: UserId, limit: number): Promise<Stored[]> =>
  newestOfUser(tx, 'restriction', userId, limit)

export const find = (tx: Tx, userId: UserId, id: number): Promise<Stored | undefined> =>
  tx
    .selectFrom('restriction')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'restriction'>): Promise<Stored> =>
  tx.insertInto('restriction').values(row).returningAll().executeTakeFirstOrThrow()

type Change = Partial<Pick<Stored, 'channel_ids' | 'until' | 'due_at' | 'reason' | 'note' | 'ended_at' | 'ended_by'>>

export const change = (tx: Tx, id: number, values: Change): Promise<Stored> =>
  tx.updateTable('restriction').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Deletes the oldest ended restrictions of a person beyond the limit. */
export const removeBeyond = (tx: Tx, userId: UserId, kept: number): Promise<unknown> =>
  tx
    .deleteFrom('restriction')
    .where('user_id', '=', userId)
    .where('id', '<=', beyondNewest('restriction', userId, kept))
    .where('ended_at', 'is not', null)
    .execute()

/** The texts about a person whose profile is deleted. */
export async function forgetTexts(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('restriction').set({ reason: '', note: '' }).where('user_id', '=', userId).execute()
}

export const ending = dueRows({ table: 'restriction' })
