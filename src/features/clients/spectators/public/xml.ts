import { escapeHtml } from '#platform/html'
import { PublicDocument } from '#platform/serve'

/** Removes characters that XML can't contain. */
const xml = (text: string): string =>
  escapeHtml(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''))

interface Entry {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly author: string
  readonly sentAt: Date
  readonly updatedAt: Date
  /** HTML with absolute URLs. */
  readonly content: string
}

interface Feed {
  readonly id: string
  readonly title: string
  /** The feed's URL, and that of its page. */
  readonly url: string
  readonly page: string
  /** For an empty feed. */
  readonly startedAt: Date
  /** Newest first. */
  readonly entries: readonly Entry[]
}

/** An Atom feed (RFC 4287). */
export function atomFeed({ id, title, url, page, startedAt, entries }: Feed): PublicDocument {
  const updatedAt = new Date(Math.max(startedAt.getTime(), ...entries.map((one) => one.updatedAt.getTime())))
  const text = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xml(id)}</id>
<title>${xml(title)}</title>
<updated>${updatedAt.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${xml(url)}"/>
<link rel="alternate" type="text/html" href="${xml(page)}"/>
${entries
  .map(
    (one) => `<entry>
<id>${xml(one.id)}</id>
<title>${xml(one.title)}</title>
<published>${one.sentAt.toISOString()}</published>
<updated>${one.updatedAt.toISOString()}</updated>
<author><name>${xml(one.author)}</name></author>
<link rel="alternate" type="text/html" href="${xml(one.url)}"/>
<content type="html">${xml(one.content)}</content>
</entry>
`,
  )
  .join('')}</feed>
`
  return new PublicDocument('application/atom+xml; charset=utf-8', text, false)
}

interface Place {
  readonly url: string
  readonly changedAt?: Date
}

const located = ({ url, changedAt }: Place): string =>
  `<loc>${xml(url)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}`

const listed = (list: string, item: string, places: readonly Place[]): PublicDocument =>
  new PublicDocument(
    'application/xml; charset=utf-8',
    `<?xml version="1.0" encoding="utf-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${places.map((place) => `<${item}>${located(place)}</${item}>\n`).join('')}</${list}>
`,
    false,
  )

/** A sitemap (sitemaps.org). */
export const sitemap = (pages: readonly Place[]): PublicDocument => listed('urlset', 'url', pages)
export const sitemapIndex = (parts: readonly Place[]): PublicDocument => listed('sitemapindex', 'sitemap', parts)
