import MarkdownIt, { type Token } from 'markdown-it'
import { escapeHtml } from '#platform/html'

/** The text under one heading of a page. */
export interface Section {
  readonly page: string
  /** The heading's anchor; empty for the text above the first heading. */
  readonly anchor: string
  /** 1 for the page's title, else 2 or 3. */
  readonly level: number
  readonly title: string
  readonly text: string
}

interface Markup {
  readonly tokens: Token[]
  readonly title: string
  readonly sections: readonly Section[]
  /** Message texts that the page shows with their rendering. */
  readonly examples: readonly string[]
}

/** HTML is off although the pages are our own. */
const engine = new MarkdownIt({ html: false, linkify: false })

/** A code block showing a message as typed and as rendered. */
const isExample = ({ type, info }: Token): boolean => type === 'fence' && info.trim() === 'example'

/** The heading's words in lowercase, joined with hyphens. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** Converts a link between files (`page.md#anchor`) to a URL. */
const addressOf = (href: string): string => href.replace(/^([\w-]+)\.md(?=#|$)/, '/help/$1')

const wordsOf = (token: Token): string => {
  if (isExample(token)) return token.content
  if (token.type !== 'inline') return ''
  return (token.children ?? [])
    .map((child) => (child.type === 'softbreak' || child.type === 'hardbreak' ? ' ' : child.content))
    .join('')
}

/** Parses a page: adds anchors to its headings and converts its links. */
export function readMarkup(page: string, source: string): Markup {
  // markers of generated parts are on their own lines
  const tokens = engine.parse(source.replace(/^<!--.*-->\n/gm, ''), {})
  const sections: { page: string; anchor: string; level: number; title: string; words: string[] }[] = []
  const taken = new Set<string>()
  tokens.forEach((token, at) => {
    for (const child of token.children ?? []) {
      const href = child.type === 'link_open' ? child.attrGet('href') : null
      if (href !== null) child.attrSet('href', addressOf(String(href)))
    }
    if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1))
      const title = wordsOf(tokens[at + 1] as Token)
      const anchor = level === 1 ? '' : anchorOf(title)
      if (taken.has(anchor)) throw new Error(`help/${page}.md has two headings '${title}'`)
      taken.add(anchor)
      if (anchor) token.attrSet('id', anchor)
      sections.push({ page, anchor, level, title, words: [] })
    } else if (tokens[at - 1]?.type !== 'heading_open') {
      const words = wordsOf(token)
      if (words) sections.at(-1)?.words.push(words)
    }
  })
  const [first] = sections
  if (first?.level !== 1 || sections.some(({ level }, at) => at > 0 && level === 1))
    throw new Error(`help/${page}.md is to begin with its one title`)
  return {
    tokens,
    title: first.title,
    sections: sections.map(({ words, ...section }) => ({ ...section, text: words.join(' ').replace(/\s+/g, ' ') })),
    examples: tokens.filter(isExample).map(({ content }) => content.trimEnd()),
  }
}

/** Renders the page; `shown` has the HTML of each example. */
export function showMarkup({ tokens }: Markup, shown: ReadonlyMap<string, string>): string {
  const parts: string[] = []
  let from = 0
  tokens.forEach((token, at) => {
    // tables scroll, because they may be wider than a phone
    const own =
      token.type === 'table_open'
        ? '<div class="wide"><table>'
        : token.type === 'table_close'
          ? '</table></div>'
          : isExample(token)
            ? exampleHtml(token.content.trimEnd(), shown.get(token.content.trimEnd()) ?? '')
            : undefined
    if (own === undefined) return
    parts.push(engine.renderer.render(tokens.slice(from, at), engine.options, {}), own)
    from = at + 1
  })
  parts.push(engine.renderer.render(tokens.slice(from), engine.options, {}))
  return parts.join('')
}

const exampleHtml = (text: string, html: string): string =>
  `<div class="example"><pre tabindex="0" role="group" aria-label="What you type"><code>${escapeHtml(text)}</code></pre>` +
  `<div class="message" role="group" aria-label="What is shown" tabindex="0">${html}</div></div>\n`
