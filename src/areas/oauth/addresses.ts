import type { Organization } from '#platform/organization'
import type { Context } from '#platform/serve'
import { mcpPath } from '../mcp/access.ts'
import { organizationMirror } from '../organization/mirror.ts'

type Place = Pick<Context, 'server'> & { readonly org: Organization }

/** Who gives tokens out: the organization, by its address. */
export const issuerOf = ({ server, org }: Place): string =>
  server.organizationUrl(org.get(organizationMirror).subdomain)

/** What tokens are for. The operations behind its tools are the API's. */
export const resourceOf = (place: Place): string => issuerOf(place) + mcpPath

/** Whether a program means this server: its tools, or the server as a whole; names of hosts in any case. */
export function isOwnResource(place: Place, asked: string): boolean {
  if (!URL.canParse(asked) || asked.includes('#')) return false
  const without = (address: string) => new URL(address).href.replace(/\/$/, '')
  return [issuerOf(place), resourceOf(place)].map(without).includes(without(asked))
}

/** From the root of the organization. */
export const paths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
  register: '/oauth/register',
  keys: '/oauth/keys',
} as const
