import { maxRedirectUriLength } from './limits.ts'

/** Of a program's own: the reverse of a domain that its maker has (RFC 8252, 7.1). Schemes of systems and browsers have no dot. */
const privateScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** A host as it may stand in a Content-Security-Policy, where a semicolon or a comma would end the rule. */
const plainHost = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname)

/**
 * Whether people can be led back to a program there: by https, to a program that listens on their own computer (RFC 8252,
 * 7.3), or by a private scheme.
 */
export function isRedirectUri(uri: string): boolean {
  // a browser would read what stands there for other signs as it likes
  if (uri.length > maxRedirectUriLength || !/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(uri) || /[#\\"'<>]/.test(uri))
    return false
  if (!URL.canParse(uri)) return false
  const url = new URL(uri)
  if (url.username !== '' || url.password !== '') return false
  if (url.hostname !== '' && !plainHost.test(url.hostname)) return false
  return url.protocol === 'https:' || isLoopback(url) || privateScheme.test(url.protocol)
}

/** Whether an address is one of those that a program has: the very same, or another port of one's own computer. */
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

/** What people are told of where they are led. */
export const hostOf = (uri: string): string => {
  const { host, protocol } = new URL(uri)
  return /^https?:$/.test(protocol) ? host : protocol
}

export const isOnOwnComputer = (uri: string): boolean => isLoopback(new URL(uri))

/** The same as a source of a Content-Security-Policy, which has no way to say an address of IPv6. */
export const sourceOf = (uri: string): string => {
  const { protocol, hostname, origin } = new URL(uri)
  return /^https?:$/.test(protocol) && !hostname.startsWith('[') ? origin : protocol
}

/** The address with what the program is to be told there. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
