import { findBareLinks, findUrls } from './autolinks.ts'
import type { MarkdownContext } from './context.ts'
import { type CompiledLinkifier, findLinkified, type Span } from './linkifiers.ts'
import { isOwnUrl } from './links.ts'
import { Claims } from './run.ts'

/** Links in a topic, which isn't Markdown: linkifier matches and URLs, in order. */
export function topicLinks(topic: string, linkifiers: readonly CompiledLinkifier[]): { text: string; url: string }[] {
  const claims = new Claims(topic.length)
  const free = (span: Span) => claims.claim(span)
  const links = [...findUrls(topic).filter(free), ...findBareLinks(topic).filter(free)]
  return [...links, ...findLinkified(topic, linkifiers, claims)]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}

/** Different URLs outside the organization in a topic; those of linkifiers don't count. */
export const outsideLinksInTopic = (topic: string, context: Pick<MarkdownContext, 'realmUrl'>): number =>
  new Set(topicLinks(topic, []).flatMap(({ url }) => (isOwnUrl(url, context) ? [] : [url]))).size
