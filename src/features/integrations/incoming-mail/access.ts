import type { ChannelId, MessageId, UserId } from '#contract'
import { isAddress } from '#platform/mail'
import type { Mutation, Organization } from '#platform/organization'
import type { ReadMail } from '#platform/received-mail'
import type { Host } from '#platform/serve'
import { channelOfSecret } from '../../channels/channels/email-address.ts'
import type { Outgoing } from '../../messages/messages/actions/send.ts'
import { needsReview } from '../../messages/messages/held-messages/access.ts'
import { cannotHold } from '../../messages/messages/held-messages/errors.ts'
import { checkedMessage, checkRules } from '../../messages/messages/moderation-rules/access.ts'
import type { ReportingRule } from '../../messages/messages/moderation-rules/wire.ts'
import { checkAmounts } from '../../messages/messages/newcomer-limits/access.ts'
import { startInterval, startSharedInterval } from '../../messages/messages/slow-mode/actions.ts'
import { parseReply, replyDomain } from '../../notifications/email-notifications/reply-address.ts'
import { isClosed } from '../../people/organization/actions.ts'
import { organizationCache } from '../../people/organization/cache.ts'
import { checkCanWriteIn } from '../../people/restrictions/access.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { type ChannelMailOptions, parseLocalPart } from './local-part.ts'

export type Addressee =
  | {
      readonly kind: 'channel'
      readonly org: Organization
      readonly channelId: ChannelId
      readonly senderId: UserId | undefined
      readonly options: ChannelMailOptions
    }
  /** A reply to a notification email. */
  | { readonly kind: 'reply'; readonly org: Organization; readonly userId: UserId; readonly messageId: MessageId }
  /** The address that this server sends from: it only accepts bounces. */
  | { readonly kind: 'ourselves' }

/**
 * The current recipient of an address; undefined if there is none. Archived channels, revoked secrets, and made-up
 * names can't be told apart from outside.
 */
export async function addresseeOf(host: Host, address: string): Promise<Addressee | undefined> {
  if (!isAddress(address)) return undefined
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()]
  const org = await host.organizationAt(domain)
  const { mailFrom } = host.config
  if (mailFrom?.toLowerCase() === address.toLowerCase()) return { kind: 'ourselves' }
  // an unknown subdomain leads to the organization at the root
  if (!org || replyDomain(org) !== domain || isClosed(org)) return undefined
  if (mailFrom === undefined && local.toLowerCase() === 'noreply') return { kind: 'ourselves' }
  const parsed = parseLocalPart(local)
  if (!parsed) return undefined
  const { secret, options } = parsed
  const found = channelOfSecret(org, secret)
  if (found) {
    const { channel, senderId } = found
    const acts = senderId === undefined || org.viewer(senderId) !== undefined
    return channel.isArchived || !acts ? undefined : { kind: 'channel', org, channelId: channel.id, senderId, options }
  }
  const reply = await parseReply(org, secret)
  return reply && org.viewer(reply.userId) ? { kind: 'reply', org, ...reply } : undefined
}

/** The channel or person whose quota the mail counts against. */
export function placeOf(addressee: Exclude<Addressee, { kind: 'ourselves' }>): string {
  const { subdomain } = addressee.org.get(organizationCache)
  const own = addressee.kind === 'channel' ? `channel ${addressee.channelId}` : `person ${addressee.userId}`
  return `${subdomain} ${own}`
}

/** Throws if a restriction keeps the person with the mail's address from posting in the channel. */
export function checkNotFromRestricted(
  org: Organization,
  channelId: ChannelId,
  { from }: Pick<ReadMail, 'from'>,
): void {
  const account = from ? org.get(peopleCache).withDeliveryEmail(from.address) : undefined
  const viewer = account && org.viewer(account.id)
  if (viewer) checkCanWriteIn({ org, viewer }, { channelId })
}

/**
 * Throws if the mail exceeds a limit for new members or breaks a rule that applies to the person with its address. Returns
 * the rule that reports it, if any.
 */
export async function checkLimitsOfSender(
  mutation: Mutation,
  { recipient, topic, content, rendered }: Pick<Outgoing, 'recipient' | 'topic' | 'content' | 'rendered'>,
  { from }: Pick<ReadMail, 'from'>,
): Promise<ReportingRule | undefined> {
  const sender = from ? mutation.get(peopleCache).withDeliveryEmail(from.address) : undefined
  if (!sender) return undefined
  await checkAmounts(mutation, sender.id, { recipient, topic, rendered })
  if (await needsReview(mutation, { sender, recipient })) throw cannotHold({ rule: 'held' })
  const message = checkedMessage({ sender, recipient, topic, content, rendered })
  return checkRules(mutation, { ...message, isForgeable: true })
}

/** Whether a mail to a channel's address may be from someone without an account: anyone can forge a From address. */
export const isUnknown = (
  mutation: Mutation,
  addressee: Addressee,
  { from }: Pick<ReadMail, 'from'>,
  isFromAuthentic: boolean,
): boolean =>
  addressee.kind === 'channel' &&
  addressee.senderId === undefined &&
  !(from && isFromAuthentic && mutation.get(peopleCache).withDeliveryEmail(from.address)?.isActive)

/**
 * Starts the sender's slow mode interval. Because anyone can forge a From address, unauthenticated mail shares the mail
 * gateway's interval with mail from outside.
 */
export async function startSendersInterval(
  mutation: Mutation,
  channelId: ChannelId,
  { from }: Pick<ReadMail, 'from'>,
  isFromAuthentic: boolean,
): Promise<void> {
  const people = mutation.get(peopleCache)
  const account = from && isFromAuthentic ? people.withDeliveryEmail(from.address) : undefined
  if (account?.isActive) return startInterval(mutation, channelId, account)
  const gateway = people.byId.get(mutation.viewer.id)
  if (gateway) await startSharedInterval(mutation, channelId, gateway)
}
