import { findBareLinks, findUrls } from './autolinks.ts'
import { type CompiledLinkifier, findLinkified } from './linkifiers.ts'

/** Links in a topic, which is no Markdown: matches of linkifiers and URLs, in the order of the text. */
export function topicLinks(topic: string, linkifiers: readonly CompiledLinkifier[]): { text: string; url: string }[] {
  const urls = findUrls(topic)
  const bare = findBareLinks(topic).filter((b) => !urls.some((u) => b.start < u.end && u.start < b.end))
  const taken = [...urls, ...bare]
  return [...taken, ...findLinkified(topic, linkifiers, taken)]
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}
