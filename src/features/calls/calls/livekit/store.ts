import { type Row, raw, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type Watched = Row<'call_room'>

export const watchedRooms = dueRows({ table: 'call_room' })

/** Earlier ones are found by comparing the room with the call. */
const maxRemoved = 100

/** Schedules a check of the room. `removed`: sessions that have to leave it. */
export const watch = (
  tx: Tx,
  { orgId, callId, due, removed }: { orgId: number; callId: number; due: Date; removed: readonly string[] },
): Promise<unknown> =>
  raw(
    tx,
    `insert into call_room as room (org_id, call_id, due_at, removed)
     select one.*, $4::text[] from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as one
     on conflict (call_id) do update set due_at = excluded.due_at, attempts = 0, removed = array(
       select session from unnest(room.removed || excluded.removed) with ordinality as each (session, place)
       group by session order by max(place) desc limit $5)`,
    [[orgId], [callId], [due], removed, maxRemoved],
  )

type Progress = Partial<Pick<Watched, 'attempts' | 'removed' | 'existed_at'>>

/** Schedules the next check, unless another one was scheduled in the meantime. */
export const watchAgain = (tx: Tx, { id, due_at }: Watched, next: Date, progress: Progress): Promise<unknown> =>
  tx
    .updateTable('call_room')
    .set({ due_at: next, ...progress })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .execute()

/** Ends the checks, unless another one was scheduled in the meantime. */
export const stopWatching = (tx: Tx, { id, due_at }: Watched): Promise<unknown> =>
  tx.deleteFrom('call_room').where('id', '=', id).where('due_at', '=', due_at).execute()

interface CallOfRoom {
  readonly room: string | null
  readonly ended_at: Date | null
  readonly sessions: ReadonlySet<string>
}

export async function callOfRoom(tx: Tx, orgId: number, callId: number): Promise<CallOfRoom | undefined> {
  const call = await tx
    .selectFrom('call')
    .select(['room', 'ended_at'])
    .where('org_id', '=', orgId)
    .where('id', '=', callId)
    .executeTakeFirst()
  if (!call) return undefined
  const sessions = await tx.selectFrom('call_session').select('session_id').where('call_id', '=', callId).execute()
  return { ...call, sessions: new Set(sessions.map(({ session_id }) => session_id)) }
}

/** Records a webhook, and deletes those from before `since`; returns whether it's new. */
export async function noteWebhook(
  tx: Tx,
  { orgId, eventId, now, since }: { orgId: number; eventId: string; now: Date; since: Date },
): Promise<boolean> {
  await tx.deleteFrom('call_webhook').where('org_id', '=', orgId).where('received_at', '<', since).execute()
  const noted = await raw<{ event_id: string }>(
    tx,
    `insert into call_webhook (org_id, event_id, received_at)
     select * from unnest($1::bigint[], $2::text[], $3::timestamptz[]) on conflict do nothing returning event_id`,
    [[orgId], [eventId], [now]],
  )
  return noted.length > 0
}
