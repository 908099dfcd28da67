import { type ChannelId, seconds } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'
import type { TopicLockOut } from './wire.ts'

export type Stored = Row<'topic_lock'>

export const toWire = ({ channel_id, topic, until, reason, locked_by, locked_at }: Stored): TopicLockOut => ({
  stream_id: channel_id,
  topic_name: topic,
  until: until && seconds(until),
  reason,
  locked_by,
  locked_at: seconds(locked_at),
})

export async function locks(tx: Tx, orgId: number, channelIds?: readonly ChannelId[]): Promise<Stored[]> {
  let query = tx.selectFrom('topic_lock').selectAll().where('org_id', '=', orgId)
  if (channelIds) query = query.where('channel_id', '=', anyOf(channelIds))
  return query.orderBy('id').execute()
}

export const find = (tx: Tx, id: number): Promise<Stored | undefined> =>
  tx.selectFrom('topic_lock').selectAll().where('id', '=', id).executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'topic_lock'>): Promise<Stored> =>
  tx.insertInto('topic_lock').values(row).returningAll().executeTakeFirstOrThrow()

type Change = Partial<Pick<Stored, 'channel_id' | 'topic' | 'until' | 'due_at' | 'reason' | 'locked_by' | 'locked_at'>>

export const change = (tx: Tx, id: number, values: Change): Promise<Stored> =>
  tx.updateTable('topic_lock').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('topic_lock').where('id', '=', id).execute()
}

export const ending = dueRows({ table: 'topic_lock' })
