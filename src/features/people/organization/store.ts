import type { Changes, Tx } from '#platform/db'

/** channel belongs to the channels feature: without a web-public channel, there's nothing to see without an account. */
export async function webPublicChannelExists(tx: Tx, orgId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('channel')
    .select('id')
    .where('org_id', '=', orgId)
    .where('is_web_public', '=', true)
    .where('archived_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function update(tx: Tx, orgId: number, changes: Changes<'organization'>): Promise<void> {
  await tx.updateTable('organization').set(changes).where('id', '=', orgId).execute()
}
