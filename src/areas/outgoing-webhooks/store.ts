import { compiled, type Row, type Tx } from '#platform/db'

export type Stored = Row<'outgoing_webhook'>

export interface Addressed {
  readonly botId: number
  readonly trigger: 'mention' | 'direct_message'
}

/** How many messages may wait for one bot; what comes on top is not handed over. */
const mostWaiting = 100

export async function insert(
  tx: Tx,
  orgId: number,
  messageId: number,
  bots: readonly Addressed[],
  hops: number,
  now: Date,
): Promise<void> {
  await compiled(
    tx,
    `insert into outgoing_webhook (org_id, bot_id, message_id, trigger, hops, due_at, created_at)
     select $1, bot_id, $2, trigger, $5, $6, $6 from unnest($3::bigint[], $4::text[]) addressed(bot_id, trigger)
     where (select count(*) from outgoing_webhook waiting where waiting.bot_id = addressed.bot_id) < $7`,
    [orgId, messageId, bots.map(({ botId }) => botId), bots.map(({ trigger }) => trigger), hops, now, mostWaiting],
  )
}

// organization: its own area's table; what waits in a deactivated one goes on waiting
const waiting = 'org_id not in (select id from organization where deactivated_at is not null)'

export async function nextDue(tx: Tx): Promise<Date | null> {
  const [row] = await compiled<{ due_at: Date }>(
    tx,
    `select due_at from outgoing_webhook where ${waiting} order by due_at limit 1`,
    [],
  )
  return row?.due_at ?? null
}

export async function organizationsWithDue(tx: Tx, now: Date): Promise<number[]> {
  const rows = await compiled<{ org_id: number }>(
    tx,
    `select distinct org_id from outgoing_webhook where ${waiting} and due_at <= $1 order by org_id`,
    [now],
  )
  return rows.map(({ org_id }) => org_id)
}

/** Takes what is due until a time, at which it is due again unless it is done by then; in the order of the messages. */
export async function take(tx: Tx, orgId: number, now: Date, until: Date): Promise<Stored[]> {
  const rows = await compiled<Stored>(
    tx,
    `update outgoing_webhook set due_at = $3 where org_id = $1 and due_at <= $2 returning *`,
    [orgId, now, until],
  )
  return rows.sort((a, b) => a.id - b.id)
}

/** For another attempt; one that was not made does not count. */
export const postpone = (tx: Tx, { id, attempts }: Stored, due_at: Date, made: boolean): Promise<unknown> =>
  compiled(tx, 'update outgoing_webhook set due_at = $2, attempts = $3 where id = $1', [
    id,
    due_at,
    made ? attempts + 1 : attempts,
  ])

/** Whether it was still there. */
export async function remove(tx: Tx, id: number): Promise<boolean> {
  const rows = await compiled(tx, 'delete from outgoing_webhook where id = $1 returning id', [id])
  return rows.length > 0
}
