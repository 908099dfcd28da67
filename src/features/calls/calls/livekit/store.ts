import { type Row, raw, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type Watched = Row<'call_room'>

export const watchedRooms = dueRows({ table: 'call_room' })

/** Makes the room due now, whether it's watched already or not. */
export const watch = (tx: Tx, org_id: number, call_id: number, due_at: Date): Promise<unknown> =>
  tx
    .insertInto('call_room')
    .values({ org_id, call_id, due_at })
    .onConflict((conflict) => conflict.column('call_id').doUpdateSet({ due_at, attempts: 0 }))
    .execute()

/** Looks at it again then, unless it was made due in the meantime. */
export const watchAgain = (tx: Tx, { id, due_at }: Watched, next: Date, attempts: number): Promise<unknown> =>
  tx
    .updateTable('call_room')
    .set({ due_at: next, attempts })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .execute()

/** The same, for a room that needs no more. */
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

/** Notes a webhook, and forgets those from before `since`; returns whether it's new. */
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
