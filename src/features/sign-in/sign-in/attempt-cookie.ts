import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Cookie } from '#platform/serve'
import type { OidcProvider } from './oidc-provider.ts'
import type { Receiver } from './receiver.ts'

/** A started sign-in, stored only in the browser, in a sealed cookie. */
export interface Attempt {
  readonly orgId: number
  readonly provider: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly receiver: Receiver
  readonly invitationKey: string | undefined
  /** UNIX milliseconds. */
  readonly expiresAt: number
}

export const attemptLifeMs = 10 * 60_000
const cookieName = 'loquat-sign-in'

/** The same in every process; changes with the client secret. */
const keyFrom = ({ clientSecret, name }: OidcProvider) =>
  Buffer.from(hkdfSync('sha256', clientSecret(), name, 'loquat: a sign-in that was begun', 32))

/** Encrypted and authenticated. */
export function cookieOf(provider: OidcProvider, attempt: Attempt): Cookie {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(provider), nonce)
  const sealed = [nonce, cipher.update(JSON.stringify(attempt), 'utf8'), cipher.final(), cipher.getAuthTag()]
  return {
    name: cookieName,
    value: Buffer.concat(sealed).toString('base64url'),
    maxAgeSecs: Math.ceil(attemptLifeMs / 1000),
  }
}

export const noCookie: Cookie = { name: cookieName, value: '', maxAgeSecs: 0 }

/** The browser's unexpired attempt with this provider and organization. */
export function attemptIn(
  cookies: ReadonlyMap<string, string>,
  provider: OidcProvider,
  orgId: number,
  now: Date,
): Attempt | undefined {
  const sealed = Buffer.from(cookies.get(cookieName) ?? '', 'base64url')
  if (sealed.length < 28) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(provider), sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    const text = decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    const attempt = JSON.parse(text) as Attempt
    const fits = attempt.orgId === orgId && attempt.provider === provider.name
    return fits && attempt.expiresAt > now.getTime() ? attempt : undefined
  } catch {
    return undefined
  }
}

export function isState(attempt: Attempt, given: string | null): boolean {
  const [expected, actual] = [Buffer.from(attempt.state), Buffer.from(given ?? '')]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
