import { randomBytes } from 'node:crypto'
import type { UserId } from '#contract'
import type { Secrets } from '#platform/secrets'
import { base32 } from './one-time-code.ts'

/** Per user. */
export const recoveryCodes = 10

/** 80 random bits: `abcd-efgh-ijkl-mnop`. */
export const newRecoveryCode = (): string =>
  base32(randomBytes(10))
    .toLowerCase()
    .replace(/.{4}(?=.)/g, '$&-')

/** Without separators. */
const plainCode = (given: string): string => given.toLowerCase().replace(/[\s-]/g, '')

/** The stored form of a code: keyed, so that the database alone reveals nothing. */
export const hashOf = (secrets: Secrets, userId: UserId, code: string): string =>
  secrets.sign('recovery code', `${userId} ${plainCode(code)}`)
