import type { IncomingHttpHeaders } from 'node:http'
import { apiError, unauthorized } from '#contract'

export interface Credentials {
  name: string | null
  apiKey: string
  /** Only access tokens are accepted as bearer, not API keys. */
  isBearer?: true
}

/** HTTP Basic with the email address and an API key or token, or a token as `Bearer`. */
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

export const sessionCookie = 'session'

export type ClientHeaders = readonly (readonly [name: string, value: string])[]

export const isWebClient = (headers: IncomingHttpHeaders): boolean => headers['x-loquat-web'] !== undefined

/**
 * Whether a session cookie authenticates. Other sites can make browsers send it, so API calls need a header that they
 * can't set without CORS, and pages only accept GET and HEAD.
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
 * CSRF check of forms; programs pass. Browsers send `Sec-Fetch-Site` over TLS and on localhost, else `Origin`; a proxy
 * may have removed the port from `Host`.
 */
export function isOwnForm({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host = '' } = headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).hostname === host.replace(/:\d+$/, '').toLowerCase()
}

/** For webhook senders that only take a URL: the key in it identifies the caller. */
export function keyInQuery(url: string): Credentials | undefined {
  const apiKey = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get('api_key')
  return apiKey === null ? undefined : { name: null, apiKey }
}

export function clientName(userAgent: string | undefined): string {
  const name = /^[\w.-]+/.exec(userAgent ?? '')?.[0]
  if (!name) return 'Unspecified'
  return name === 'Mozilla' ? 'website' : name.slice(0, 30)
}

/** Reserves the prefix of access tokens' client names, see `agentClient`. */
export const withoutAgent = (client: string): string => client.replace(/^(\s*agent:\s*)+/i, '') || 'Unspecified'
