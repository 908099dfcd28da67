import { createHmac } from 'node:crypto'
import type { ChannelId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { organizationMirror } from '../organization/mirror.ts'
import { peopleMirror } from '../users/mirror.ts'
import { canPost, visibleChannel } from './access.ts'
import { invalidSender, mayNotPost } from './errors.ts'
import { membershipsOf } from './subscribers-mirror.ts'

/**
 * The address that turns e-mails into messages of a channel, for whoever may post there. Its secret part tells as whom
 * they are sent: by default as nobody in particular, else as the viewer or a bot of the viewer.
 */
export function channelEmail(org: Organization, viewer: Viewer, channelId: ChannelId, senderId?: UserId): string {
  const memberships = membershipsOf(org, viewer.id)
  const channel = visibleChannel(org, viewer, memberships, channelId)
  if (!canPost(viewer, channel, memberships.isSubscribed(channelId))) throw mayNotPost()
  const sender = senderId === undefined ? undefined : org.get(peopleMirror).byId.get(senderId)
  const isOwn = sender?.isActive && (sender.id === viewer.id || sender.botOwnerId === viewer.id)
  const byGateway = sender?.isSystemBot ?? senderId === undefined
  if (!isOwn && !byGateway) throw invalidSender()
  const who = isOwn ? String(senderId) : 'gateway'
  const secret = createHmac('sha256', channel.emailToken).update(who).digest('hex').slice(0, 32)
  const { subdomain } = org.get(organizationMirror)
  const slug = channel.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${slug || 'channel'}.${secret}@${new URL(org.services.organizationUrl(subdomain)).hostname}`
}
