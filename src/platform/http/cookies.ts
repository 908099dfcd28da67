import type { FastifyReply } from 'fastify'
import type { Cookie } from '#platform/serve'

/** Where people reach this server. */
export interface Site {
  readonly overTls: boolean
  /** The path below which it lives: empty, or `/chat`. */
  readonly basePath: string
}

/**
 * Of a name that begins so browsers know that it travels over TLS only, and of the first that whoever serves another host
 * cannot set it: but that is for a whole host.
 */
const prefixOf = ({ overTls, basePath }: Site): string => {
  if (!overTls) return ''
  return basePath === '' ? '__Host-' : '__Secure-'
}

/** Cookies of a request by the names that pages give them. */
export function cookiesOf(header: string | undefined, site: Site): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const prefix = prefixOf(site)
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (!name.startsWith(prefix)) continue
    const plain = name.slice(prefix.length)
    if (plain && !found.has(plain)) found.set(plain, pair.slice(equals + 1).trim())
  }
  return found
}

/** Lax: a site that sends people here by a link, as sign-in services do, brings the cookie; one that posts does not. */
export function setCookies(reply: FastifyReply, cookies: readonly Cookie[], site: Site): void {
  for (const { name, value, maxAgeSecs } of cookies) {
    const flags = `Path=${site.basePath || '/'}; Max-Age=${maxAgeSecs}; HttpOnly; SameSite=Lax${site.overTls ? '; Secure' : ''}`
    reply.header('set-cookie', `${prefixOf(site)}${name}=${value}; ${flags}`)
  }
}
