import { seconds, type UserId } from '#contract'
import { anyOf, countRows, insertRows, lowered, type NewRow, type Row, sql, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import { type Place, placeOf, placeToWire } from './place.ts'
import { inOrder } from './states.ts'
import type { MuteOut } from './wire.ts'

export type Stored = Row<'mute'>

export const toWire = (row: Stored): MuteOut => ({
  ...placeToWire(placeOf(row), row.user_id),
  until: row.due_at === null ? null : seconds(row.due_at),
})

export const list = async (tx: Tx, userId: UserId): Promise<MuteOut[]> =>
  inOrder((await tx.selectFrom('mute').selectAll().where('user_id', '=', userId).execute()).map(toWire))

export const count = (tx: Tx, userId: UserId): Promise<number> => countRows(tx, 'mute', 'user_id', userId)

export function remove(tx: Tx, userIds: readonly UserId[], place: Place): Promise<Stored[]> {
  let removal = tx.deleteFrom('mute').where('user_id', '=', anyOf(userIds))
  if (place.kind === 'direct')
    removal = removal.where('member_ids', '=', sql<UserId[]>`${[...place.memberIds]}::bigint[]`)
  else {
    removal = removal.where('channel_id', '=', place.channelId)
    removal =
      place.kind === 'channel'
        ? removal.where('topic', 'is', null)
        : removal.where(({ eb, fn }) => eb(fn('lower', ['topic']), '=', lowered(place.topic)))
  }
  return removal.returningAll().execute()
}

export const insert = (tx: Tx, rows: readonly NewRow<'mute'>[]): Promise<Stored[]> => insertRows(tx, 'mute', rows)

export const conversations = (tx: Tx, orgId: number): Promise<{ user_id: UserId; member_ids: UserId[] | null }[]> =>
  tx
    .selectFrom('mute')
    .select(['user_id', 'member_ids'])
    .where('org_id', '=', orgId)
    .where('member_ids', 'is not', null)
    .execute()

export const waiting = dueRows({ table: 'mute' })

export const end = (tx: Tx, ids: readonly number[], now: Date): Promise<Stored[]> =>
  tx.deleteFrom('mute').where('id', '=', anyOf(ids)).where('due_at', '<=', now).returningAll().execute()
