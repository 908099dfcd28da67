import type { ChannelId } from '#contract'
import type { Changes, Tx } from '#platform/db'

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

/** channel belongs to the channels area */
export const channelNamed = (tx: Tx, orgId: number, id: ChannelId): Promise<{ invite_only: boolean } | undefined> =>
  tx
    .selectFrom('channel')
    .select('invite_only')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
