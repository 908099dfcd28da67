import type { FastifyReply } from 'fastify'
import type { Cookie } from '#platform/serve'

export interface Site {
  readonly overTls: boolean
  /** The path of the server: empty, or like `/chat`. */
  readonly basePath: string
}

/** `__Secure-` requires TLS; `__Host-` also keeps the domain's other hosts from setting it, but requires path `/`. */
const prefixOf = ({ overTls, basePath }: Site): string => {
  if (!overTls) return ''
  return basePath === '' ? '__Host-' : '__Secure-'
}

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

/** SameSite=Lax: sent with links from other sites, such as sign-in services, but not with cross-site POSTs. */
export function setCookies(reply: FastifyReply, cookies: readonly Cookie[], site: Site): void {
  for (const { name, value, maxAgeSecs } of cookies) {
    const flags = `Path=${site.basePath || '/'}; Max-Age=${maxAgeSecs}; HttpOnly; SameSite=Lax${site.overTls ? '; Secure' : ''}`
    reply.header('set-cookie', `${prefixOf(site)}${name}=${value}; ${flags}`)
  }
}
