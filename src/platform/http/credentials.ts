import type { IncomingHttpHeaders } from 'node:http'
import { apiError, unauthorized } from '#contract'

export interface Credentials {
  /** Null where the secret alone says who it is. */
  name: string | null
  /** The API key, or a token in its place. */
  apiKey: string
  /** Good for a token alone: an API key has never travelled so. */
  isBearer?: true
}

/** HTTP Basic: the e-mail address and the API key or a token. Or a token as `Bearer`. */
export function credentials(header: string | undefined): Credentials | undefined {
  if (header === undefined) return undefined
  const bearer = /^bearer\s+([\w.~+/=-]+)\s*$/i.exec(header)
  if (bearer) return { name: null, apiKey: bearer[1] as string, isBearer: true }
  const match = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header)
  if (!match) throw unauthorized()
  const pair = Buffer.from(match[1] as string, 'base64').toString('utf8')
  const colon = pair.lastIndexOf(':')
  if (colon < 0) throw unauthorized()
  return { name: pair.slice(0, colon), apiKey: pair.slice(colon + 1) }
}

/** The cookie by which a browser is known that has signed in. */
export const sessionCookie = 'session'

/** Headers of answers to the web client. */
export type ClientHeaders = readonly (readonly [name: string, value: string])[]

/** Whether a script of the web client asks. */
export const isWebClient = (headers: IncomingHttpHeaders): boolean => headers['x-loquat-web'] !== undefined

/**
 * Whether a request that brings a browser's cookie may be answered as the person's. A cookie comes with whatever another
 * site makes a browser do; what counts for the API is the header of this server's own script, which no other origin can
 * send unasked, and for pages that nothing is changed by them.
 */
export function cookieCounts(
  kind: 'api' | 'page',
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
): boolean {
  if (kind === 'page') return method === 'GET' || method === 'HEAD'
  const site = headers['sec-fetch-site']
  return headers['x-loquat-web'] === '1' && (site === undefined || site === 'same-origin')
}

export const forbiddenOrigin = apiError(403, 'BAD_REQUEST', 'This form was sent from another site.')

/**
 * Whether a form comes from a page of this very server, or from no browser. Browsers say so by `Sec-Fetch-Site` over TLS
 * and on this machine, else by `Origin`; a proxy may have taken the port away from `Host`.
 */
export function isOwnForm({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host = '' } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).hostname === host.replace(/:\d+$/, '').toLowerCase()
}

/** For callers who can be given an address and nothing else: the key alone says who it is. */
export function keyInQuery(url: string): Credentials | undefined {
  const apiKey = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get('api_key')
  return apiKey === null ? undefined : { name: null, apiKey }
}

/** The name by which a program calls itself, for the `client` field of its messages. */
export function clientName(userAgent: string | undefined): string {
  const name = /^[\w.-]+/.exec(userAgent ?? '')?.[0]
  if (!name) return 'Unspecified'
  return name === 'Mozilla' ? 'website' : name.slice(0, 30)
}

/** Nobody is called as what acts by a token is: see `agentClient`. */
export const withoutAgent = (client: string): string => client.replace(/^(\s*agent:\s*)+/i, '') || 'Unspecified'
