import { queueKeyOf } from '#platform/fair-queues'
import { type MarkdownContext, renderText } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../../people/organization/cache.ts'

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
