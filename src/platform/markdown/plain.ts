import { attributeIn } from '#platform/html'
import { unicodeOfCode } from '../emoji/index.ts'

const PART = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|[^<]+|</g
const VOID = new Set(['br', 'hr', 'img', 'wbr', 'input', 'path', 'line', 'col'])
const MATH = new Set(['math', 'semantics'])
const CELLS = new Set(['td', 'th'])
const BLOCKS = new Set('p div ul ol li pre blockquote table tr h1 h2 h3 h4 h5 h6'.split(' '))

interface PlainTextOptions {
  /** A time such as `2026-11-21T10:00:00Z` as text; by default as its author wrote it. */
  readonly timeText?: (iso: string) => string
  /** Adds the URLs of links; relative ones are below this one. */
  readonly linksAt?: string
}

/**
 * Rendered HTML as text: quotes with `>`, spoilers hidden, formulas as TeX, cells of tables with `|` between them. Only
 * accepts this renderer's HTML.
 */
export function plainText(html: string, options: PlainTextOptions = {}): string {
  let out = ''
  // Open elements; `silent` if their text is dropped or replaced.
  const open: { tag: string; silent: boolean }[] = []
  let quotes = 0
  let isFirstCell = false
  const links: Link[] = []
  const silent = () => open.at(-1)?.silent ?? false
  const write = (text: string) => {
    if (!silent()) out += text
  }
  const newline = () => {
    if (!silent() && out !== '' && !out.endsWith('\n')) out += '\n'
  }
  for (const [part, closing, tag, attributes] of html.matchAll(PART)) {
    if (tag === undefined) {
      // Line breaks between blocks are layout; in code they're text.
      const text = open.some((o) => o.tag === 'pre') ? part : part.replace(/\n/g, '')
      if (text !== '') write(startLine(out, quotes) + decode(text))
    } else if (closing) {
      if (tag === 'blockquote') quotes--
      if (BLOCKS.has(tag)) newline()
      if (tag === 'a' && !silent()) out = withAddress(out, links.pop(), options.linksAt)
      while (open.length > 0 && open.pop()!.tag !== tag);
    } else if (VOID.has(tag)) {
      if (tag === 'br') write('\n')
      else if (tag === 'hr') write(`${startLine(out, quotes)}---\n`)
      else if (tag === 'img') write(startLine(out, quotes) + decode(attributeIn(attributes!, 'alt')))
    } else {
      if (BLOCKS.has(tag)) newline()
      if (CELLS.has(tag) && !isFirstCell) write(' | ')
      isFirstCell = tag === 'tr'
      const hidden = replacement(tag, attributes!, options)
      if (hidden !== undefined && hidden !== '') write(startLine(out, quotes) + hidden)
      // Only a formula's source is kept, which is nested in silent elements; but a spoiler around it still hides it.
      const covered = open.some((o) => o.silent && o.tag !== 'span' && !MATH.has(o.tag))
      const revealed = tag === 'annotation' && !covered && open.some((o) => o.tag === 'span')
      if (tag === 'a' && !silent()) links.push({ at: out.length, href: decode(attributeIn(attributes!, 'href')) })
      open.push({ tag, silent: !revealed && (silent() || hidden !== undefined) })
      if (tag === 'blockquote') quotes++
      if (tag === 'li') write(`${startLine(out, quotes)}* `)
    }
  }
  // A message that is only a picture has no text but its address.
  return out.trim() || decode(attributeIn(/<a( [^>]*)>/.exec(html)?.[1] ?? '', 'href'))
}

/** An open link: where its text begins. */
interface Link {
  readonly at: number
  readonly href: string
}

/** Channel and message links are clear from their text. */
function withAddress(out: string, link: Link | undefined, linksAt: string | undefined): string {
  if (!link || linksAt === undefined || /^\/?#narrow/.test(link.href)) return out
  const text = out.slice(link.at)
  const address = /^\/(?!\/)/.test(link.href) ? linksAt + link.href : link.href
  return text === '' || address.endsWith(text) ? out : `${out} (${address})`
}

/** The replacement of an element and its content; undefined to keep them. */
function replacement(tag: string, attributes: string, { timeText }: PlainTextOptions): string | undefined {
  const cls = attributeIn(attributes, 'class')
  if (tag === 'div' && cls === 'spoiler-content') return '(…)'
  if (tag === 'div' && cls === 'message_embed') return ''
  if (tag === 'span' && cls.startsWith('emoji ')) {
    const code = / emoji-([0-9a-f-]+)/.exec(cls)?.[1] ?? ''
    return unicodeOfCode(code) || `:${attributeIn(attributes, 'title').replaceAll(' ', '_')}:`
  }
  if (tag === 'span' && cls === 'katex') return ''
  if (tag === 'time' && timeText) return timeText(attributeIn(attributes, 'datetime'))
  if (tag === 'audio') return decode(attributeIn(attributes, 'title'))
  return undefined
}

const startLine = (out: string, quotes: number) =>
  quotes > 0 && (out === '' || out.endsWith('\n')) ? '> '.repeat(quotes) : ''

const decode = (text: string) =>
  text.replace(/&(lt|gt|quot|amp|#x27|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'", '#39': "'", nbsp: ' ' }
