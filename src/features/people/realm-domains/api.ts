import { apiError, bool, endpoint, event, state, text, z } from '#contract'
import { tooManyKept } from '../organization/totals.ts'

/** Letters, digits, and hyphens between dots, in lower case; names in other scripts in Punycode. */
const name = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

export const maxDomainLength = 253
const domain = text({ trim: true, min: 1, max: maxDomainLength })
  .transform((value) => value.toLowerCase())
  .refine((value) => name.test(value), 'is not a domain')
/** In a path: invalid domains are reported as missing. */
const known_domain = text({ max: 1_000 }).transform((value) => value.trim().toLowerCase())
const allow_subdomains = bool

/** People with an address at these domains can join, if the organization is restricted to its domains. */
export const RealmDomain = z.object({ domain: z.string(), allow_subdomains: bool })
export type RealmDomain = z.infer<typeof RealmDomain>

export const noSuchDomain = apiError(400, 'BAD_REQUEST', 'Domain does not exist')
export const domainTaken = apiError(400, 'BAD_REQUEST', 'The domain {domain} is already allowed')

export const getDomains = endpoint('GET /realm/domains', {
  summary: 'Get allowed domains',
  result: { domains: z.array(RealmDomain) },
})

export const addDomain = endpoint('POST /realm/domains', {
  summary: 'Add an allowed domain',
  caller: 'administrator',
  params: { domain, allow_subdomains },
  result: { new_domain: z.string() },
  errors: [domainTaken, tooManyKept],
})

export const changeDomain = endpoint('PATCH /realm/domains/{domain}', {
  summary: 'Update an allowed domain',
  caller: 'administrator',
  params: { domain: known_domain, allow_subdomains },
  errors: [noSuchDomain],
})

export const removeDomain = endpoint('DELETE /realm/domains/{domain}', {
  summary: 'Remove an allowed domain',
  caller: 'administrator',
  params: { domain: known_domain },
  errors: [noSuchDomain],
})

export const domainAdded = event('realm_domains', 'add', { realm_domain: RealmDomain })
export const domainChanged = event('realm_domains', 'change', { realm_domain: RealmDomain })
export const domainRemoved = event('realm_domains', 'remove', { domain: z.string() })

const byName = (list: RealmDomain[]) => list.sort((a, b) => (a.domain < b.domain ? -1 : 1))

/** Sorted by name. */
export const domains = state('realm_domains', z.array(RealmDomain))
  .on(domainAdded, (list, { realm_domain }) => byName([...list, realm_domain]))
  .on(domainChanged, (list, { realm_domain }) =>
    list.map((one) => (one.domain === realm_domain.domain ? realm_domain : one)),
  )
  .on(domainRemoved, (list, { domain }) => list.filter((one) => one.domain !== domain))
