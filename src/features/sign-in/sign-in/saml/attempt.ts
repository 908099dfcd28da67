import type { Organization } from '#platform/organization'
import { secretsOf } from '#platform/secrets'
import type { Cookie } from '#platform/serve'
import { attemptLifeMs, noCookie } from '../attempt-cookie.ts'
import type { Identity } from '../identity.ts'
import type { Receiver } from '../receiver.ts'

/** A started sign-in, stored only in the browser, in a sealed cookie. */
export interface SamlAttempt {
  readonly provider: string
  readonly requestId: string
  readonly relayState: string
  readonly receiver: Receiver
  readonly invitationKey: string | undefined
  /** UNIX milliseconds. */
  readonly expiresAt: number
}

/** Passed from the cross-site form, sent without cookies, to the browser's next request, which has them. */
export interface SamlAnswer {
  readonly provider: string
  readonly assertionId: string
  readonly inResponseTo: string | undefined
  readonly relayState: string
  readonly identity: Identity
  readonly expiresAt: number
}

const answerName = 'loquat-saml-answer'
/** The next request follows right away. */
export const answerLifeMs = 60_000

const seal = (org: Organization, name: string, content: object, lifeMs: number): Cookie => ({
  name,
  value: secretsOf(org.services.config).seal(name, `organization ${org.id}`, JSON.stringify(content)),
  maxAgeSecs: Math.ceil(lifeMs / 1000),
})

function open<T extends { readonly expiresAt: number }>(
  org: Organization,
  cookies: ReadonlyMap<string, string>,
  name: string,
  now: Date,
): T | undefined {
  const text = secretsOf(org.services.config).open(name, `organization ${org.id}`, cookies.get(name) ?? '')
  const content = text === undefined ? undefined : (JSON.parse(text) as T)
  return content && content.expiresAt > now.getTime() ? content : undefined
}

/** A browser has one sign-in at a time, of any protocol. */
export const attemptCookie = (org: Organization, attempt: SamlAttempt): Cookie =>
  seal(org, noCookie.name, attempt, attemptLifeMs)
export const attemptIn = (
  org: Organization,
  cookies: ReadonlyMap<string, string>,
  now: Date,
): SamlAttempt | undefined => open<SamlAttempt>(org, cookies, noCookie.name, now)

export const answerCookie = (org: Organization, answer: SamlAnswer): Cookie =>
  seal(org, answerName, answer, answerLifeMs)
export const answerIn = (org: Organization, cookies: ReadonlyMap<string, string>, now: Date): SamlAnswer | undefined =>
  open<SamlAnswer>(org, cookies, answerName, now)

export const noAnswer: Cookie = { name: answerName, value: '', maxAgeSecs: 0 }
