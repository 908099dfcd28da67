import { createHash } from 'node:crypto'

/**
 * The stored form of a random token, in hexadecimal: reading the database doesn't reveal the token. Tokens have 192 bits or
 * more, so that a slow hash isn't needed.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
