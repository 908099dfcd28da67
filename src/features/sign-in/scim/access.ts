import type { IncomingHttpHeaders } from 'node:http'
import type { Row } from '#platform/db'
import type { Organization } from '#platform/organization'
import { hashToken } from '#platform/secrets'
import { directoryCache } from './cache.ts'

/** The prefix of tokens, for secret scanners. */
export const scimTokenBegins = 'loquat_scim_'

/** The SCIM token of a request to this organization; it acts for no account. */
export function tokenOf(org: Organization, { authorization }: IncomingHttpHeaders): Row<'scim_token'> | undefined {
  const [, token] = /^bearer\s+([\w-]+)\s*$/i.exec(authorization ?? '') ?? []
  if (!token?.startsWith(scimTokenBegins)) return undefined
  return org.get(directoryCache).tokens.get(hashToken(token))
}
