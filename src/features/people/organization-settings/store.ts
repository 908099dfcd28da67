import type { ChannelId, UserId } from '#contract'
import type { Changes, NewRow, Tx } from '#platform/db'

export async function storedSettings(tx: Tx, orgId: number): Promise<Record<string, unknown>> {
  const { settings } = await tx
    .selectFrom('organization')
    .select('settings')
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow()
  return settings as Record<string, unknown>
}

export async function update(tx: Tx, orgId: number, changes: Changes<'organization'>): Promise<void> {
  await tx.updateTable('organization').set(changes).where('id', '=', orgId).execute()
}

/** channel belongs to the channels feature */
export const channelNamed = (tx: Tx, orgId: number, id: ChannelId): Promise<{ invite_only: boolean } | undefined> =>
  tx
    .selectFrom('channel')
    .select('invite_only')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()

/** Undefined if the subdomain is taken, even by a concurrent request. */
export async function insertOrganization(tx: Tx, row: NewRow<'organization'>): Promise<number | undefined> {
  const inserted = await tx
    .insertInto('organization')
    .values(row)
    .onConflict((conflict) => conflict.column('subdomain').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** event_queue belongs to the platform's events: the users with open event queues */
export async function usersWithQueues(tx: Tx, orgId: number): Promise<UserId[]> {
  const rows = await tx.selectFrom('event_queue').select('user_id').distinct().where('org_id', '=', orgId).execute()
  return rows.flatMap(({ user_id }) => user_id ?? [])
}
