import type { Tx } from '#platform/db'

/** Whether an organization is at the root of the server, or the only one: its owners are told about the server. */
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
