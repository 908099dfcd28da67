import { type MarkdownContext, renderText } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { laneOf } from '#platform/turns'
import { organizationMirror } from '../organization/mirror.ts'

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
  const { subdomain } = org.get(organizationMirror)
  const realmUrl = org.services.organizationUrl(subdomain)
  const { html } = await renderText(text, { realmUrl, inlineImagePreview: false, ...more }, laneOf(org.id))
  return html
}
