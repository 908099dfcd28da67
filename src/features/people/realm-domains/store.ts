import type { Tx } from '#platform/db'
import type { RealmDomain } from './api.ts'

export const list = (tx: Tx, orgId: number): Promise<RealmDomain[]> =>
  tx.selectFrom('realm_domain').select(['domain', 'allow_subdomains']).where('org_id', '=', orgId).execute()

export async function insert(tx: Tx, orgId: number, domain: RealmDomain): Promise<void> {
  await tx
    .insertInto('realm_domain')
    .values({ org_id: orgId, ...domain })
    .execute()
}

export async function update(tx: Tx, orgId: number, { domain, allow_subdomains }: RealmDomain): Promise<void> {
  await tx
    .updateTable('realm_domain')
    .set({ allow_subdomains })
    .where('org_id', '=', orgId)
    .where('domain', '=', domain)
    .execute()
}

export async function remove(tx: Tx, orgId: number, domain: string): Promise<void> {
  await tx.deleteFrom('realm_domain').where('org_id', '=', orgId).where('domain', '=', domain).execute()
}
