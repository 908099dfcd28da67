import { createHmac, timingSafeEqual } from 'node:crypto'
import { asUserId, type UserId } from '#contract'

const sign = (secret: string, orgId: number, userId: UserId): Buffer =>
  createHmac('sha256', secret).update(`unsubscribe ${orgId} ${userId}`).digest()

/** Lets whoever has it end mail about messages to one person, and nothing else. It does not expire: mails stay. */
export const unsubscribeKey = (secret: string, orgId: number, userId: UserId): string =>
  `${userId}-${sign(secret, orgId, userId).toString('base64url')}`

/** Whose key it is; undefined for one that this organization did not make. */
export function userOfKey(secret: string, orgId: number, key: string): UserId | undefined {
  const match = /^(\d{1,15})-([\w-]{43})$/.exec(key)
  if (!match) return undefined
  const userId = asUserId(Number(match[1]))
  const given = Buffer.from(match[2] as string, 'base64url')
  return given.length === 32 && timingSafeEqual(given, sign(secret, orgId, userId)) ? userId : undefined
}
