import { createHash } from 'node:crypto'
import type { Organization } from '#platform/organization'
import { organizationCache } from './cache.ts'

/** The organization's ID as a UUID; stable while its URL stays the same. */
export function organizationUuid(org: Organization): string {
  const url = org.services.organizationUrl(org.get(organizationCache).subdomain)
  const hex = createHash('sha256').update(`${url}#${org.id}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
