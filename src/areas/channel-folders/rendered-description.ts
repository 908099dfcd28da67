import { type MarkdownContext, renderText } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { laneOf } from '#platform/turns'
import { organizationMirror } from '../organization/mirror.ts'

/**
 * The HTML of a description that many people see: nobody is mentioned, and no image is shown. It takes its time, so it
 * belongs before the act.
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
