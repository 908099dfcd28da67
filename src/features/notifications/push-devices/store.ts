import { seconds, type UserId } from '#contract'
import { anyOf, type Changes, type NewRow, type Row, sql, type Tx } from '#platform/db'
import type { Device, PushDevice } from './states.ts'

export type StoredDevice = Row<'push_device'>
type DeviceKind = 'app' | 'account' | 'web'

export const toWire = (row: StoredDevice): Device => ({
  push_key_id: row.key_id,
  push_token_id: row.token_id,
  pending_push_token_id: row.pending_token_id,
  push_token_last_updated_timestamp: row.token_updated_at ? seconds(row.token_updated_at) : null,
  push_registration_error_code: row.error_code,
})

/** For an app of the older protocol. */
export const toOldWire = ({ relay_id, error_code }: StoredDevice): PushDevice =>
  error_code !== null ? { status: 'failed', error_code } : { status: relay_id === null ? 'pending' : 'active' }

/** Oldest first. */
export const list = (tx: Tx, userId: UserId, kind?: DeviceKind): Promise<StoredDevice[]> => {
  let query = tx.selectFrom('push_device').selectAll().where('user_id', '=', userId)
  if (kind) query = query.where('kind', '=', kind)
  return query.orderBy('id').execute()
}

export const find = (tx: Tx, userId: UserId, id: number): Promise<StoredDevice | undefined> =>
  tx.selectFrom('push_device').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

export const findAccount = (tx: Tx, userId: UserId, accountId: number): Promise<StoredDevice | undefined> =>
  tx
    .selectFrom('push_device')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** The browser with this endpoint, of any user. */
export const findEndpoint = (tx: Tx, orgId: number, endpoint: string): Promise<StoredDevice | undefined> =>
  tx
    .selectFrom('push_device')
    .selectAll()
    .where('org_id', '=', orgId)
    .where(sql`md5(endpoint)`, '=', sql`md5(${endpoint})`)
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()

export const insert = (tx: Tx, row: NewRow<'push_device'>): Promise<StoredDevice> =>
  tx.insertInto('push_device').values(row).returningAll().executeTakeFirstOrThrow()

export const update = (tx: Tx, id: number, changes: Changes<'push_device'>): Promise<StoredDevice> =>
  tx.updateTable('push_device').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Returns the removed devices. */
export const remove = (tx: Tx, orgId: number, ids: readonly number[]): Promise<StoredDevice[]> =>
  tx.deleteFrom('push_device').where('org_id', '=', orgId).where('id', '=', anyOf(ids)).returningAll().execute()

/** Clears the tokens of devices with their queued notifications; returns devices that had one. */
export async function clearTokens(tx: Tx, orgId: number, ids: readonly number[]): Promise<StoredDevice[]> {
  if (ids.length === 0) return []
  const lost = await tx
    .updateTable('push_device')
    .set({ token_id: null })
    .where('org_id', '=', orgId)
    .where('id', '=', anyOf(ids))
    .where('token_id', 'is not', null)
    .returningAll()
    .execute()
  const lostIds = lost.map(({ id }) => id)
  await tx.deleteFrom('push_notice').where('device_id', '=', anyOf(lostIds)).execute()
  return lost
}

export interface Reachable {
  readonly id: number
  readonly user_id: UserId
  readonly kind: DeviceKind
}

/** Fully registered devices of these users, or of everyone. */
export function listReachable(tx: Tx, orgId: number, userIds?: readonly UserId[]): Promise<Reachable[]> {
  let query = tx
    .selectFrom('push_device')
    .select(['id', 'user_id', 'kind'])
    .where('org_id', '=', orgId)
    .where(({ eb, or, and }) =>
      or([
        eb('kind', '=', 'web'),
        and([eb('kind', '=', 'app'), eb('key', 'is not', null), eb('token_id', 'is not', null)]),
        and([eb('kind', '=', 'account'), eb('relay_id', 'is not', null)]),
      ]),
    )
  if (userIds) query = query.where('user_id', '=', anyOf(userIds))
  return query.orderBy('id').$narrowType<Pick<Reachable, 'kind'>>().execute()
}
