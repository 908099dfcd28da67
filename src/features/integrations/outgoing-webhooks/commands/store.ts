import type { UserId } from '#contract'
import { insertRows, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import { maxDelayedResponses, responseMinutes } from './limits.ts'

export type StoredCommand = Row<'bot_command'>
export type StoredCall = Row<'bot_command_call'>

export const expired = dueRows({ table: 'bot_command_call' })

export const list = (tx: Tx, orgId: number): Promise<StoredCommand[]> =>
  tx.selectFrom('bot_command').selectAll().where('org_id', '=', orgId).orderBy('command').execute()

/** Replaces the commands of a bot. */
export async function replace(tx: Tx, botId: UserId, rows: readonly NewRow<'bot_command'>[]): Promise<void> {
  await tx.deleteFrom('bot_command').where('bot_id', '=', botId).execute()
  await insertRows(tx, 'bot_command', rows)
}

export const insertCall = (tx: Tx, row: NewRow<'bot_command_call'>): Promise<StoredCall> =>
  tx.insertInto('bot_command_call').values(row).returningAll().executeTakeFirstOrThrow()

export const findCall = (tx: Tx, orgId: number, id: number): Promise<StoredCall | undefined> =>
  tx.selectFrom('bot_command_call').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

export async function countCalls(tx: Tx, personId: UserId, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('bot_command_call')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Counts a delayed response; false if there were too many, or it's too late. */
export async function countResponse(tx: Tx, id: number, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('bot_command_call')
    .set(({ eb }) => ({ responses: eb('responses', '+', 1) }))
    .where('id', '=', id)
    .where('responses', '<', maxDelayedResponses)
    .where('created_at', '>', new Date(now.getTime() - responseMinutes * 60_000))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
