import type { UserId } from '#contract'
import { anyOf, anyTextOf, type Row, raw, sql, type Tx } from '#platform/db'
import type { QueueOptions } from './client-view.ts'

export type QueueRow = Row<'event_queue'>

interface NewQueue {
  id: string
  orgId: number
  userId: UserId
  start: number
  options: QueueOptions
  lifespanSecs: number
  now: Date
}

/** Returns the user's other queues. perf: at each registration, in one statement. */
export const insertQueue = (
  tx: Tx,
  { id, orgId, userId, start, options, lifespanSecs, now }: NewQueue,
): Promise<{ id: string; last_seen: Date }[]> =>
  raw(
    tx,
    `with made as (insert into event_queue (id, org_id, user_id, start, acked, options, lifespan_secs, last_seen)
       values ($1, $2, $3, $4, $4, $5::text::jsonb, $6, $7))
     select id, last_seen from event_queue where user_id = $3`,
    [id, orgId, userId, start, JSON.stringify(options), lifespanSecs, now],
  )

export const findQueues = (tx: Tx, orgId: number, ids: readonly string[]): Promise<QueueRow[]> =>
  tx.selectFrom('event_queue').selectAll().where('id', '=', anyTextOf(ids)).where('org_id', '=', orgId).execute()

export const deleteQueues = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.deleteFrom('event_queue').where('id', '=', anyTextOf(ids)).execute()

export const deleteQueuesOf = async (tx: Tx, userId: UserId): Promise<string[]> =>
  (await tx.deleteFrom('event_queue').where('user_id', '=', userId).returning('id').execute()).map(({ id }) => id)

/** Counts queues polled since a time; waiting ones are updated regularly. */
export const countAlive = async (tx: Tx, orgId: number, since: Date): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('event_queue')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('org_id', '=', orgId)
        .where('last_seen', '>=', since)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Saves acknowledged positions without overwriting newer ones of another process. */
export const saveQueues = (
  tx: Tx,
  queues: readonly { id: string; acked: number; lastSeen: number }[],
): Promise<unknown> =>
  raw(
    tx,
    `update event_queue q set acked = greatest(q.acked, s.acked), last_seen = greatest(q.last_seen, s.seen)
     from unnest($1::text[], $2::bigint[], $3::timestamptz[]) s(id, acked, seen) where q.id = s.id`,
    [queues.map(({ id }) => id), queues.map(({ acked }) => acked), queues.map(({ lastSeen }) => new Date(lastSeen))],
  )

/** Deletes queues whose clients stopped polling. */
export const deleteAbandoned = (tx: Tx, orgIds: readonly number[], now: Date): Promise<unknown> =>
  tx
    .deleteFrom('event_queue')
    .where('org_id', '=', anyOf(orgIds))
    .where(sql<Date>`last_seen + lifespan_secs * interval '1 second'`, '<', now)
    .execute()
