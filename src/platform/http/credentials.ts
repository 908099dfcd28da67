import { unauthorized } from '#contract'

export interface Credentials {
  name: string
  apiKey: string
}

/** HTTP Basic, section 5 of the specification: the e-mail address and the API key. */
export function credentials(header: string | undefined): Credentials | undefined {
  if (header === undefined) return undefined
  const match = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(header)
  if (!match) throw unauthorized()
  const pair = Buffer.from(match[1] as string, 'base64').toString('utf8')
  const colon = pair.lastIndexOf(':')
  if (colon < 0) throw unauthorized()
  return { name: pair.slice(0, colon), apiKey: pair.slice(colon + 1) }
}

/** For callers who can be given an address and nothing else: the key alone says who it is. */
export function keyInQuery(url: string): { name: null; apiKey: string } | undefined {
  const apiKey = new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get('api_key')
  return apiKey === null ? undefined : { name: null, apiKey }
}

/** The name by which a program calls itself, for the `client` field of its messages. */
export function clientName(userAgent: string | undefined): string {
  const name = /^[\w.-]+/.exec(userAgent ?? '')?.[0]
  if (!name) return 'Unspecified'
  return name === 'Mozilla' ? 'website' : name.slice(0, 30)
}
