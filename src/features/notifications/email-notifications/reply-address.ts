import { createHmac, timingSafeEqual } from 'node:crypto'
import { asMessageId, asUserId, dayMs, type MessageId, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { secretOf } from '../../messages/attachments/temporary-links.ts'
import { organizationCache } from '../../people/organization/cache.ts'

const days = 30

const sign = (secret: string, orgId: number, signed: string): string =>
  createHmac('sha256', secret).update(`reply ${orgId} ${signed}`).digest('hex').slice(0, 24)

export const replyDomain = (org: Organization): string =>
  new URL(org.services.organizationUrl(org.get(organizationCache).subdomain)).hostname

interface Answerable {
  readonly userId: UserId
  /** The reply goes to this message's conversation, even if it was moved. */
  readonly messageId: MessageId
}

/**
 * A person's reply address for a message. It authenticates the person, so it's secret; it only allows what the person
 * can do, for thirty days.
 */
export function replyAddress(org: Organization, secret: string, { userId, messageId }: Answerable, now: Date): string {
  const until = Math.floor(now.getTime() / dayMs) + days + 1
  const signed = [userId, messageId, until].map((one) => one.toString(36)).join('-')
  return `reply.${signed}-${sign(secret, org.id, signed)}@${replyDomain(org)}`
}

/** Undefined if the address is forged or expired. */
export async function parseReply(org: Organization, text: string): Promise<Answerable | undefined> {
  const match = /^(([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-z]{1,6}))-([0-9a-f]{24})$/.exec(text)
  if (!match) return undefined
  const [, signed = '', user = '', message = '', until = '', given = ''] = match
  const expected = sign(await secretOf(org), org.id, signed)
  if (!timingSafeEqual(Buffer.from(expected), Buffer.from(given))) return undefined
  if (org.now().getTime() >= Number.parseInt(until, 36) * dayMs) return undefined
  return { userId: asUserId(Number.parseInt(user, 36)), messageId: asMessageId(Number.parseInt(message, 36)) }
}
