import { createHash, randomBytes } from 'node:crypto'

/** What a link carries: 192 random bits, which nobody guesses. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** How the database knows a token: whoever reads it there cannot use it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
