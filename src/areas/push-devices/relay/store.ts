import { compiled, type NewRow, type Row, type Tx } from '#platform/db'

/** A registration on its way to the relay, with what the relay is told of the device. */
export type Waiting = Row<'push_registration'> & {
  readonly user_id: number
  readonly kind: 'app' | 'account'
  readonly pending_token_id: string | null
  readonly account_id: number | null
}

/** A newer registration takes the place of one that waits. */
export async function replace(tx: Tx, row: NewRow<'push_registration'>): Promise<void> {
  await tx.deleteFrom('push_registration').where('device_id', '=', row.device_id).execute()
  await tx.insertInto('push_registration').values(row).execute()
}

export async function nextDue(tx: Tx): Promise<Date | null> {
  const [row] = await compiled<{ due_at: Date }>(tx, 'select due_at from push_registration order by due_at limit 1', [])
  return row?.due_at ?? null
}

export async function organizationsWithDue(tx: Tx, now: Date): Promise<number[]> {
  const rows = await compiled<{ org_id: number }>(
    tx,
    'select distinct org_id from push_registration where due_at <= $1 order by org_id',
    [now],
  )
  return rows.map(({ org_id }) => org_id)
}

/** Takes some that are due until a time, at which they are due again unless the relay has answered by then. */
export const take = (tx: Tx, orgId: number, now: Date, until: Date, limit: number): Promise<Waiting[]> =>
  compiled(
    tx,
    `update push_registration r set due_at = $3, attempts = attempts + 1
     from push_device d
     where r.id in (select id from push_registration where org_id = $1 and due_at <= $2 order by due_at, id limit $4
       for update skip locked) and d.id = r.device_id
     returning r.*, d.user_id, d.kind, d.pending_token_id, d.account_id`,
    [orgId, now, until, limit],
  )

/** Whether it was still there: a newer one, or the device's end, takes it away. */
export async function remove(tx: Tx, id: number): Promise<boolean> {
  const rows = await compiled(tx, 'delete from push_registration where id = $1 returning id', [id])
  return rows.length > 0
}

export const postpone = (tx: Tx, id: number, due_at: Date): Promise<unknown> =>
  tx.updateTable('push_registration').set({ due_at }).where('id', '=', id).execute()

/** Everything that waits in an organization, for want of a relay. */
export const postponeAll = (tx: Tx, orgId: number, due_at: Date): Promise<unknown> =>
  tx.updateTable('push_registration').set({ due_at }).where('org_id', '=', orgId).execute()
