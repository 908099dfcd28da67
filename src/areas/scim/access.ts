import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Row } from '#platform/db'
import type { Organization } from '#platform/organization'
import { directoryMirror } from './mirror.ts'

/** How every token of a directory begins: by this, programs that look for leaked secrets find one. */
export const scimTokenBegins = 'loquat_scim_'

/** How the database knows a token: 256 random bits need no slower hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The token of this very organization that a request has come with; it acts for no account. */
export function tokenOf(org: Organization, { authorization }: IncomingHttpHeaders): Row<'scim_token'> | undefined {
  const [, token] = /^bearer\s+([\w-]+)\s*$/i.exec(authorization ?? '') ?? []
  if (!token?.startsWith(scimTokenBegins)) return undefined
  return org.get(directoryMirror).tokens.get(hashOf(token))
}
