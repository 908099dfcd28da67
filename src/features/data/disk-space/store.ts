import type { Tx } from '#platform/db'

/** True for the organization at the server's root, or the only one: its owners are notified about the server. */
export async function isFirst(tx: Tx, orgId: number): Promise<boolean> {
  const [first, second] = await tx
    // organization: that area's table
    .selectFrom('organization')
    .select(['id', 'subdomain'])
    .orderBy('subdomain')
    .limit(2)
    .execute()
  return first?.id === orgId && (first.subdomain === '' || second === undefined)
}
