import { createHash, randomBytes } from 'node:crypto'

/** 192 random bits. */
export const newToken = (): string => randomBytes(24).toString('base64url')

/** Only the hash is stored, so that reading the database doesn't reveal the token. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
