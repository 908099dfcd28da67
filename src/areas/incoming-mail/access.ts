import type { ChannelId, MessageId, UserId } from '#contract'
import { isAddress } from '#platform/mail'
import type { Organization } from '#platform/organization'
import type { Host } from '#platform/serve'
import { channelOfSecret } from '../channels/email-address.ts'
import { parseReply, replyDomain } from '../email-notifications/reply-address.ts'
import { isClosed } from '../organization/actions.ts'
import { organizationMirror } from '../organization/mirror.ts'
import { type ChannelMailOptions, parseLocalPart } from './local-part.ts'

/** Whom a mail is for. */
export type Addressee =
  | {
      readonly kind: 'channel'
      readonly org: Organization
      readonly channelId: ChannelId
      /** As whom it is sent; undefined: as the mail gateway. */
      readonly senderId: UserId | undefined
      readonly options: ChannelMailOptions
    }
  /** An answer to a mail about a message. */
  | { readonly kind: 'reply'; readonly org: Organization; readonly userId: UserId; readonly messageId: MessageId }
  /** The address that this server's own mail comes from: only what could not be delivered comes there. */
  | { readonly kind: 'ourselves' }

/**
 * Whom an address belongs to at this moment; undefined for nobody. What is wrong with an address of nobody cannot be
 * told from outside: a channel that is archived, a secret that was replaced and a name that was made up look the same.
 */
export async function addresseeOf(host: Host, address: string): Promise<Addressee | undefined> {
  if (!isAddress(address)) return undefined
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()]
  const org = await host.organizationAt(domain)
  const { mailFrom } = host.config
  if (mailFrom?.toLowerCase() === address.toLowerCase()) return { kind: 'ourselves' }
  // a name that is no organization's leads to the one at the root
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

/** Whose mail it counts as: of one channel, or of one person. */
export function placeOf(addressee: Exclude<Addressee, { kind: 'ourselves' }>): string {
  const { subdomain } = addressee.org.get(organizationMirror)
  const own = addressee.kind === 'channel' ? `channel ${addressee.channelId}` : `person ${addressee.userId}`
  return `${subdomain} ${own}`
}
