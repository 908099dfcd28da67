import { createHmac, timingSafeEqual } from 'node:crypto'
import { asUserId, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'

/** Kinds of mail that can be unsubscribed from: missed messages, digests, sign-ins. */
const mailKinds = ['messages', 'digest', 'sign-in'] as const
export type MailKind = (typeof mailKinds)[number]

const sign = (secret: string, orgId: number, userId: UserId, kind: MailKind): Buffer =>
  createHmac('sha256', secret)
    // keys of earlier mails have no kind and must stay valid
    .update(`unsubscribe ${orgId} ${userId}${kind === 'messages' ? '' : ` ${kind}`}`)
    .digest()

/** Only allows unsubscribing a person from a kind of mail. It doesn't expire, because people keep old mails. */
const unsubscribeKey = (secret: string, orgId: number, userId: UserId, kind: MailKind): string =>
  `${userId}-${kind === 'messages' ? '' : `${kind}.`}${sign(secret, orgId, userId, kind).toString('base64url')}`

/** Unsubscribes with one request: RFC 8058. */
export function unsubscribeUrl(org: Organization, secret: string, userId: UserId, kind: MailKind): string {
  const realmUrl = org.services.organizationUrl(org.get(organizationCache).subdomain)
  return `${realmUrl}/email/unsubscribe/${unsubscribeKey(secret, org.id, userId, kind)}`
}

/** Undefined if this organization didn't create the key. */
export function ownerOfKey(
  secret: string,
  orgId: number,
  key: string,
): { readonly userId: UserId; readonly kind: MailKind } | undefined {
  const match = /^(\d{1,15})-(?:([a-z-]{1,20})\.)?([\w-]{43})$/.exec(key)
  const kind = mailKinds.find((one) => one === (match?.[2] ?? 'messages'))
  if (!match || !kind) return undefined
  const userId = asUserId(Number(match[1]))
  const given = Buffer.from(match[3] as string, 'base64url')
  return given.length === 32 && timingSafeEqual(given, sign(secret, orgId, userId, kind)) ? { userId, kind } : undefined
}
