import { queueKeyOf } from '#platform/fair-queues'
import { type MarkdownContext, renderText } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'
import { channelsCache } from './cache.ts'

/**
 * The HTML of a description, without mentions and images, because many people see it. Call it before the transaction,
 * because it's slow.
 */
export async function renderDescription(
  org: Organization,
  text: string,
  more: Partial<MarkdownContext> = {},
): Promise<string> {
  if (text === '') return ''
  const { subdomain } = org.get(organizationCache)
  const realmUrl = org.services.organizationUrl(subdomain)
  const { html } = await renderText(text, { realmUrl, inlineImagePreview: false, ...more }, queueKeyOf(org.id))
  return html
}

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
