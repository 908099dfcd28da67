import type { Tx } from '#platform/db'
import { mirror } from '#platform/organization'
import { domainAdded, domainChanged, domainRemoved, type RealmDomain } from './api.ts'
import * as store from './store.ts'

/** An organization's domains by their names, in the order of those. */
type RealmDomains = Map<string, RealmDomain>

async function read(tx: Tx, orgId: number): Promise<RealmDomains> {
  // sorted here: databases order names by rules of their own
  const list = (await store.list(tx, orgId)).sort((a, b) => (a.domain < b.domain ? -1 : 1))
  return new Map(list.map((one) => [one.domain, one]))
}

export const domainsMirror = mirror<RealmDomains>({
  name: 'realm domains',
  load: read,
}).on([domainAdded, domainChanged, domainRemoved], async (domains, _events, tx, orgId) => {
  const fresh = await read(tx, orgId)
  return () => {
    domains.clear()
    for (const [name, one] of fresh) domains.set(name, one)
  }
})

/** Whether an address is at one of the domains, or below one that says so. */
export function isAtDomain(domains: RealmDomains, email: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (domains.has(host)) return true
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    if (domains.get(host.slice(dot + 1))?.allow_subdomains) return true
  return false
}
