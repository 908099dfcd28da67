import { randomBytes } from 'node:crypto'
import type { UserId } from '#contract'
import type { Secrets } from '#platform/secrets'
import { base32 } from './one-time-code.ts'

/** That one person has. */
export const recoveryCodes = 10

/** 80 random bits: `abcd-efgh-ijkl-mnop`. */
export const newRecoveryCode = (): string =>
  base32(randomBytes(10))
    .toLowerCase()
    .replace(/.{4}(?=.)/g, '$&-')

/** Without what people put between the letters. */
const plainCode = (given: string): string => given.toLowerCase().replace(/[\s-]/g, '')

/** How the database knows one: with the server's key, so that its rows alone say nothing. */
export const hashOf = (secrets: Secrets, userId: UserId, code: string): string =>
  secrets.sign('recovery code', `${userId} ${plainCode(code)}`)
