import type { Tx } from '#platform/db'
import { cache } from '#platform/organization'
import { domainAdded, domainChanged, domainRemoved, type RealmDomain } from './api.ts'
import * as store from './store.ts'

/** By name, sorted. */
type RealmDomains = Map<string, RealmDomain>

async function read(tx: Tx, orgId: number): Promise<RealmDomains> {
  // sort here, because databases have their own collations
  const list = (await store.list(tx, orgId)).sort((a, b) => (a.domain < b.domain ? -1 : 1))
  return new Map(list.map((one) => [one.domain, one]))
}

export const domainsCache = cache<RealmDomains>({
  name: 'realm domains',
  load: read,
}).on([domainAdded, domainChanged, domainRemoved], async (domains, _events, tx, orgId) => {
  const fresh = await read(tx, orgId)
  return () => {
    domains.clear()
    for (const [name, one] of fresh) domains.set(name, one)
  }
})

/** Whether an address is at one of the domains, or at a subdomain where these are allowed. */
export function isAtDomain(domains: RealmDomains, email: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.has(host)) return true
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    if (domains.get(host.slice(dot + 1))?.allow_subdomains) return true
  return false
}
