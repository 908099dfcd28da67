import type { Tx } from '#platform/db'

/** channel belongs to the channels area: without a web-public channel, there's nothing to see without an account. */
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
