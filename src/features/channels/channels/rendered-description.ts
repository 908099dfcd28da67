import type { Organization } from '#platform/organization'
import { renderDescription } from '../channel-folders/rendered-description.ts'
import { channelsCache } from './cache.ts'

/** Links only public channels, because people without access to others see the description too. */
export function renderChannelDescription(org: Organization, description: string): Promise<string> {
  const channels = org.get(channelsCache)
  const open = (channel: ReturnType<typeof channels.named>) =>
    channel && !channel.isPrivate ? { id: channel.id, name: channel.name } : undefined
  return renderDescription(org, description, {
    channelByName: (name) => open(channels.named(name)),
    channelById: (id) => open(channels.byId.get(id)),
  })
}
