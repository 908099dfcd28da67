import { createHmac, timingSafeEqual } from 'node:crypto'
import { asChannelId, asUserId, type ChannelId, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { organizationCache } from '../../people/organization/cache.ts'
import { peopleCache } from '../../people/users/cache.ts'
import { canPost, visibleChannel } from './access.ts'
import { channelsCache } from './cache.ts'
import type { Channel } from './channel.ts'
import { cannotPost, invalidSender } from './errors.ts'
import { membershipsOf } from './subscribers-cache.ts'

/** Mail programs allow 64 characters before the @. */
const maxNameLength = 18

const gateway = 0

const sign = (channel: Channel, sender: number): string =>
  createHmac('sha256', channel.emailToken).update(String(sender)).digest('hex').slice(0, 24)

/**
 * The email address of a channel, for people who can post there. Its secret part determines the sender of the messages:
 * the mail gateway by default, else the viewer or one of the viewer's bots.
 */
export function channelEmail(org: Organization, viewer: Viewer, channelId: ChannelId, senderId?: UserId): string {
  const memberships = membershipsOf(org, viewer.id)
  const channel = visibleChannel(org, viewer, memberships, channelId)
  if (!canPost(viewer, channel, memberships.isSubscribed(channelId))) throw cannotPost()
  const sender = senderId === undefined ? undefined : org.get(peopleCache).byId.get(senderId)
  const isOwn = sender?.isActive && (sender.id === viewer.id || sender.botOwnerId === viewer.id)
  const byGateway = sender?.isSystemBot ?? senderId === undefined
  if (!isOwn && !byGateway) throw invalidSender()
  const who = isOwn ? (senderId as number) : gateway
  const secret = `${channelId.toString(36)}-${who.toString(36)}-${sign(channel, who)}`
  const { subdomain } = org.get(organizationCache)
  const slug = channel.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxNameLength)
    .replace(/^-|-$/g, '')
  return `${slug || 'channel'}.${secret}@${new URL(org.services.organizationUrl(subdomain)).hostname}`
}

export function channelOfSecret(
  org: Organization,
  secret: string,
): { readonly channel: Channel; readonly senderId: UserId | undefined } | undefined {
  const match = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})-([0-9a-f]{24})$/.exec(secret)
  if (!match) return undefined
  const [, id = '', who = '', given = ''] = match
  const channel = org.get(channelsCache).byId.get(asChannelId(Number.parseInt(id, 36)))
  const sender = Number.parseInt(who, 36)
  if (!channel || !timingSafeEqual(Buffer.from(sign(channel, sender)), Buffer.from(given))) return undefined
  return { channel, senderId: sender === gateway ? undefined : asUserId(sender) }
}
