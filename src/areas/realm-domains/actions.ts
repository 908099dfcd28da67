import type { Act } from '#platform/organization'
import { checkTotal, mostOfOrganization } from '../organization/totals.ts'
import * as api from './api.ts'
import { domainsMirror } from './mirror.ts'
import * as store from './store.ts'

const everyone = { everyone: true } as const

export async function addDomain(act: Act, realm_domain: api.RealmDomain): Promise<void> {
  const { domain } = realm_domain
  if (act.get(domainsMirror).has(domain)) throw api.domainTaken({}, { domain })
  checkTotal(mostOfOrganization, 'allowed domains', act.get(domainsMirror).size)
  await store.insert(act.tx, act.org.id, realm_domain)
  act.emit(api.domainAdded, { realm_domain }, everyone)
}

export async function changeDomain(act: Act, realm_domain: api.RealmDomain): Promise<void> {
  const before = act.get(domainsMirror).get(realm_domain.domain)
  if (!before) throw api.noSuchDomain()
  if (before.allow_subdomains === realm_domain.allow_subdomains) return
  await store.update(act.tx, act.org.id, realm_domain)
  act.emit(api.domainChanged, { realm_domain }, everyone)
}

export async function removeDomain(act: Act, domain: string): Promise<void> {
  if (!act.get(domainsMirror).has(domain)) throw api.noSuchDomain()
  await store.remove(act.tx, act.org.id, domain)
  act.emit(api.domainRemoved, { domain }, everyone)
}
