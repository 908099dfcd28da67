import { wideNetworkOf } from '#platform/http'
import type { Organization } from '#platform/organization'
import { isAllowed } from '#platform/outbound'
import { secretsOf } from '#platform/secrets'

/**
 * Identifies the network (an IPv4 /24 or an IPv6 /48) of an address within an organization, without revealing it. Null for
 * private addresses: they may be a reverse proxy's, which everyone shares.
 */
export const networkHashOf = (
  org: Organization,
  purpose: 'applicants' | 'first sign-ins',
  address: string,
): string | null =>
  isAllowed(address)
    ? secretsOf(org.services.config).sign(`networks of ${purpose}`, `${org.id} ${wideNetworkOf(address)}`)
    : null
