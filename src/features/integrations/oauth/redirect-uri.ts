import { maxRedirectUriLength } from './limits.ts'

/** Based on a reversed domain name (RFC 8252, 7.1). Schemes of operating systems and browsers have no dot. */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** A host that's safe in a Content-Security-Policy, where a semicolon or comma would end the directive. */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname)

/** Whether a redirect URI is allowed: https, loopback (RFC 8252, 7.3), or a private-use scheme. */
export function isRedirectUri(uri: string): boolean {
  // browsers may normalize these characters in different ways
  if (uri.length > maxRedirectUriLength || !/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(uri) || /[#\\"'<>]/.test(uri))
    return false
  if (!URL.canParse(uri)) return false
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '') return false
  if (url.hostname !== '' && !plainHost.test(url.hostname)) return false
  return url.protocol === 'https:' || isLoopback(url) || privateScheme.test(url.protocol)
}

/** Whether a URI is registered: exactly, or with another port for loopback. */
export function isOneOf(own: readonly string[], uri: string): boolean {
  if (!isRedirectUri(uri)) return false
  if (own.includes(uri)) return true
  const asked = new URL(uri)
  if (!isLoopback(asked)) return false
  return own.some((one) => {
    const url = new URL(one)
    const isSame = url.pathname === asked.pathname && url.search === asked.search
    return isLoopback(url) && url.hostname === asked.hostname && isSame
  })
}

/** Shown to users as the destination. */
export const hostOf = (uri: string): string => {
  const { host, protocol } = new URL(uri)
  return /^https?:$/.test(protocol) ? host : protocol
}

export const isOnOwnComputer = (uri: string): boolean => isLoopback(new URL(uri))

/** As a Content-Security-Policy source, which can't express an IPv6 address. */
export const sourceOf = (uri: string): string => {
  const { protocol, hostname, origin } = new URL(uri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
