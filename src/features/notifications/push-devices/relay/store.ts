import type { UserId } from '#contract'
import { anyOf, type NewRow, type Row, type Tx } from '#platform/db'
import { dueRows } from '#platform/timer'

export type Waiting = Row<'push_registration'> & {
  readonly user_id: UserId
  readonly kind: 'app' | 'account'
  readonly pending_token_id: string | null
  readonly account_id: number | null
}

/** A newer registration replaces a queued one. */
export async function replace(tx: Tx, row: NewRow<'push_registration'>): Promise<void> {
  await tx.deleteFrom('push_registration').where('device_id', '=', row.device_id).execute()
  await tx.insertInto('push_registration').values(row).execute()
}

export const waiting = dueRows({ table: 'push_registration', evenInClosed: true, countsAttempts: true })

export async function withDevices(tx: Tx, rows: readonly Row<'push_registration'>[]): Promise<Waiting[]> {
  const devices = await tx
    .selectFrom('push_device')
    .select(['id', 'user_id', 'kind', 'pending_token_id', 'account_id'])
    .where('id', '=', anyOf(rows.map(({ device_id }) => device_id)))
    .$narrowType<Pick<Waiting, 'kind'>>()
    .execute()
  const byId = new Map(devices.map(({ id, ...device }) => [id, device]))
  return rows.flatMap((row) => {
    const device = byId.get(row.device_id)
    return device ? [{ ...row, ...device }] : []
  })
}
