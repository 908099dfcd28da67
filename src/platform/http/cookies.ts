import type { FastifyReply } from 'fastify'
import type { Cookie } from '#platform/serve'

/** Whether the browser may send a name back over TLS only, and whoever serves another host cannot set it. */
const prefixed = (name: string, overTls: boolean) => (overTls ? `__Host-${name}` : name)

/** Cookies of a request by the names that pages give them. */
export function cookiesOf(header: string | undefined, overTls: boolean): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    if (overTls && !name.startsWith('__Host-')) continue
    const plain = overTls ? name.slice('__Host-'.length) : name
    if (plain && !found.has(plain)) found.set(plain, pair.slice(equals + 1).trim())
  }
  return found
}

/** Lax: a site that sends people here by a link, as sign-in services do, brings the cookie; one that posts does not. */
export function setCookies(reply: FastifyReply, cookies: readonly Cookie[], overTls: boolean): void {
  for (const { name, value, maxAgeSecs } of cookies) {
    const flags = `Path=/; Max-Age=${maxAgeSecs}; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`
    reply.header('set-cookie', `${prefixed(name, overTls)}=${value}; ${flags}`)
  }
}
