import { seconds } from '#contract'
import { type Changes, compiled, type NewRow, type Row, type Tx } from '#platform/db'
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

/** What is not sent yet, by time. */
export const list = async (tx: Tx, senderId: number): Promise<ScheduledMessage[]> =>
  (
    await tx
      .selectFrom('scheduled_message')
      .selectAll()
      .where('sender_id', '=', senderId)
      .orderBy('due_at')
      .orderBy('id')
      .execute()
  ).map(toWire)

/** Undefined when the sender has no such message. */
export const find = (tx: Tx, senderId: number, id: number): Promise<Stored | undefined> =>
  tx
    .selectFrom('scheduled_message')
    .selectAll()
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'scheduled_message'>): Promise<Stored> =>
  tx.insertInto('scheduled_message').values(row).returningAll().executeTakeFirstOrThrow()

/** Undefined when the row is gone, or is not what was read any more. */
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

/** Whether the sender had such a message. */
export async function remove(tx: Tx, senderId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('scheduled_message')
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Takes a row that is about to be sent; false when it is gone, or is not what was read any more. */
export async function take(tx: Tx, { id, revision }: Pick<Stored, 'id' | 'revision'>): Promise<boolean> {
  const rows = await compiled(
    tx,
    'delete from scheduled_message where id = $1 and revision = $2 and not failed returning id',
    [id, revision],
  )
  return rows.length > 0
}

// organization: its own area's table; what a deactivated one has scheduled waits
const waiting = 'not failed and org_id not in (select id from organization where deactivated_at is not null)'

// perf: 0.1 ms with 100,000 pending; a join, or a condition that looks rare to a planner without statistics (the
// embedded database has none), made it read and sort them all: 0.3 s
export async function nextDue(tx: Tx): Promise<Date | null> {
  const [row] = await compiled<{ due_at: Date }>(
    tx,
    `select due_at from scheduled_message where ${waiting} order by due_at limit 1`,
    [],
  )
  return row?.due_at ?? null
}

export async function organizationsWithDue(tx: Tx, now: Date): Promise<number[]> {
  const rows = await compiled<{ org_id: number }>(
    tx,
    `select distinct org_id from scheduled_message where ${waiting} and due_at <= $1 order by org_id`,
    [now],
  )
  return rows.map(({ org_id }) => org_id)
}

/** What is due in one organization, by time; after a row that was read before, if one is given. */
export function due(tx: Tx, orgId: number, now: Date, after: Stored | undefined, limit: number): Promise<Stored[]> {
  let query = tx
    .selectFrom('scheduled_message')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('failed', '=', false)
    .where('due_at', '<=', now)
  if (after)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('due_at', 'id'), '>', tuple(after.due_at, after.id)))
  return query.orderBy('due_at').orderBy('id').limit(limit).execute()
}
