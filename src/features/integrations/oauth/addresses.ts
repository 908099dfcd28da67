import type { Organization } from '#platform/organization'
import type { Context } from '#platform/serve'
import { organizationCache } from '../../people/organization/cache.ts'
import { mcpPath } from '../mcp/access.ts'

type Place = Pick<Context, 'server'> & { readonly org: Organization }

export const issuerOf = ({ server, org }: Place): string => server.organizationUrl(org.get(organizationCache).subdomain)

/** The audience of tokens. The operations behind its tools are the API's. */
export const resourceOf = (place: Place): string => issuerOf(place) + mcpPath

/** Whether a resource indicator means this server or its MCP endpoint; host names are case-insensitive. */
export function isOwnResource(place: Place, asked: string): boolean {
  if (!URL.canParse(asked) || asked.includes('#')) return false
  const without = (address: string) => new URL(address).href.replace(/\/$/, '')
  return [issuerOf(place), resourceOf(place)].map(without).includes(without(asked))
}

export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
  keys: '/oauth/keys',
} as const
