import { type MarkdownContext, renderMarkdown } from '#platform/markdown'
import type { Organization } from '#platform/organization'
import { organizationMirror } from '../organization/mirror.ts'

/** The HTML of a description that many people see: nobody is mentioned, and no image is shown. */
export function renderDescription(org: Organization, text: string, more: Partial<MarkdownContext> = {}): string {
  if (text === '') return ''
  const { subdomain } = org.get(organizationMirror)
  const realmUrl = org.services.organizationUrl(subdomain)
  return renderMarkdown(text, { realmUrl, inlineImagePreview: false, ...more }).html
}
