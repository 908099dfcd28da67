import { emailAddress, fullName, maxUserNameLength } from '../../people/users/input.ts'

export interface Identity {
  readonly issuer: string
  /** Never changes, and is never reassigned. */
  readonly subject: string
  /** Only if the provider vouches for it. */
  readonly email: string | undefined
  readonly fullName: string
}

type Claims = Readonly<Record<string, unknown>>

/** The maximum of OpenID Connect. */
const maxSubjectLength = 255

/** Whether a provider's `sub` identifies users: all users with an empty one would be the same. */
export const isSubject = (sub: unknown): boolean =>
  typeof sub === 'string' && sub.trim() !== '' && sub.length <= maxSubjectLength

const textOf = (claims: Claims, name: string): string => {
  const value = claims[name]
  return typeof value === 'string' ? value : ''
}

/** Some providers send booleans as strings. */
const isTrue = (value: unknown) => value === true || value === 'true'

export const vouchesForEmail = (claims: Claims, trusted: boolean): boolean =>
  textOf(claims, 'email') !== '' && (trusted || isTrue(claims.email_verified))

export function identityIn(claims: Claims, trusted: boolean): Identity {
  const email = emailAddress.safeParse(textOf(claims, 'email'))
  return {
    issuer: textOf(claims, 'iss'),
    subject: textOf(claims, 'sub'),
    email: email.success && vouchesForEmail(claims, trusted) ? email.data : undefined,
    fullName: nameIn(claims),
  }
}

function nameIn(claims: Claims): string {
  const [given, family] = [textOf(claims, 'given_name'), textOf(claims, 'family_name')]
  return plainName([
    textOf(claims, 'name'),
    `${given} ${family}`,
    textOf(claims, 'preferred_username').split('@')[0] ?? '',
    textOf(claims, 'email').split('@')[0] ?? '',
  ])
}

/** The first usable name, without characters that names can't have. */
export function plainName(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    const plain = candidate
      .replace(/[*`\\>"@|]|\p{Cc}|[\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const name = fullName.safeParse([...plain].slice(0, maxUserNameLength).join(''))
    if (name.success) return name.data
  }
  return 'New user'
}
