import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerOrganization } from '../organization/totals.ts'
import * as api from './api.ts'
import { domainsCache } from './cache.ts'
import * as store from './store.ts'

const everyone = { everyone: true } as const

export async function addDomain(mutation: Mutation, realm_domain: api.RealmDomain): Promise<void> {
  const { domain } = realm_domain
  if (mutation.get(domainsCache).has(domain)) throw api.domainTaken({}, { domain })
  checkTotal(maxPerOrganization, 'allowed domains', mutation.get(domainsCache).size)
  await store.insert(mutation.tx, mutation.org.id, realm_domain)
  mutation.emit(api.domainAdded, { realm_domain }, everyone)
}

export async function changeDomain(mutation: Mutation, realm_domain: api.RealmDomain): Promise<void> {
  const before = mutation.get(domainsCache).get(realm_domain.domain)
  if (!before) throw api.noSuchDomain()
  if (before.allow_subdomains === realm_domain.allow_subdomains) return
  await store.update(mutation.tx, mutation.org.id, realm_domain)
  mutation.emit(api.domainChanged, { realm_domain }, everyone)
}

export async function removeDomain(mutation: Mutation, domain: string): Promise<void> {
  if (!mutation.get(domainsCache).has(domain)) throw api.noSuchDomain()
  await store.remove(mutation.tx, mutation.org.id, domain)
  mutation.emit(api.domainRemoved, { domain }, everyone)
}
