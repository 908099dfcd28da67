import { asChannelId, roles } from '#contract'
import { nameOrder } from '#platform/languages'
import type { Organization } from '#platform/organization'
import type { OpenContext } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { channelsCache } from '../../../channels/channels/cache.ts'
import type { Channel } from '../../../channels/channels/channel.ts'
import { type Reader, readableReach, readerOf } from '../../../messages/messages/access/reader.ts'
import { letsSpectatorsIn } from '../../../people/organization/access.ts'
import { organizationCache } from '../../../people/organization/cache.ts'
import { noUserId } from '../../../people/users/account.ts'
import { channelIn } from './addresses.ts'

/** Always a spectator: pages are the same for everyone. Undefined if public access is off. */
export async function publicReader({ maybeOrg: org, fetch }: OpenContext): Promise<Reader | undefined> {
  const viewer = org && spectator(org)
  return viewer && readerOf({ org, viewer, fetch })
}

/** In no group and visible to no one. Undefined while the organization is closed. */
export function spectator(org: Organization): Viewer | undefined {
  if (!letsSpectatorsIn(org) || org.get(organizationCache).deactivatedAt !== null) return undefined
  return { id: noUserId, orgId: org.id, role: roles.guest, isBot: false, groupIds: new Set(), isSpectator: true }
}

const isOpen = (reader: Reader, channel: Channel): boolean => readableReach(reader, channel) === 'all'

export const openChannels = (reader: Reader): Channel[] =>
  [...reader.org.get(channelsCache).byId.values()].filter((channel) => isOpen(reader, channel))

/** In the order of the organization's language. */
export function openChannelsByName(reader: Reader): Channel[] {
  const order = nameOrder(reader.org.language)
  return openChannels(reader).sort((a, b) => order.compare(a.name, b.name) || a.id - b.id)
}

export function openChannel(reader: Reader, id: number): Channel | undefined {
  const channel = reader.org.get(channelsCache).byId.get(asChannelId(id))
  return channel && isOpen(reader, channel) ? channel : undefined
}

export function openChannelIn(reader: Reader, part = ''): Channel | undefined {
  const id = channelIn(part)
  return id === undefined ? undefined : openChannel(reader, id)
}
