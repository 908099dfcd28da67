import { unicodeOfCode } from '#platform/emoji'
import { attributeIn, escapeHtml } from '#platform/html'
import { quoteStyle } from '#platform/mail'

const part = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|[^<]+|</g
const empty = new Set(['br', 'hr'])
const kept = new Set(
  'p strong em del code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 table thead tbody tr td th a'.split(' '),
)

/** An open element: the text to append, and whether its content is left out. */
interface Open {
  after: string
  silent: boolean
  inFormula: boolean
}

/** Options for rendering a message for one reader. */
interface MailReader {
  readonly realmUrl: string
  /** HTML that replaces covered parts. */
  readonly hiddenPart: string
  /** A time such as `2026-11-21T10:00:00Z` in the reader's language and time zone. */
  timeText(iso: string): string
}

/**
 * Converts a message for mail programs, which don't have this server's styles: absolute links, emoji as characters,
 * covered spoilers, formulas as TeX, no pictures. Only listed elements are kept, with URLs and fixed styles as their
 * only attributes.
 */
export function mailHtml(rendered: string, reader: MailReader): string {
  const { realmUrl } = reader
  let out = ''
  const open: Open[] = []
  const silent = () => open.at(-1)?.silent ?? false
  const write = (text: string) => {
    if (!silent()) out += text
  }
  for (const [text, closing, tag, attributes = ''] of rendered.matchAll(part)) {
    if (tag === undefined) {
      write(text === '<' ? '&lt;' : text)
    } else if (closing) {
      out += open.pop()?.after ?? ''
    } else if (empty.has(tag)) {
      write(`<${tag}>`)
    } else if (tag === 'img') {
      write(picture(attributes, realmUrl))
    } else {
      // a formula's source is inside of hidden elements
      const isSource = tag === 'annotation' && (open.at(-1)?.inFormula ?? false)
      const isShown = isSource || !silent()
      const inFormula = open.at(-1)?.inFormula || (isShown && /\sclass="katex/.test(attributes))
      const { before, after, instead } = isSource
        ? plain(`<code ${styled.code}>`, '</code>')
        : shown(tag, attributes, reader)
      if (isShown) out += instead ?? before
      if (attributes.endsWith('/')) continue
      open.push({ after: isShown ? after : '', silent: !isShown || instead !== undefined, inFormula })
    }
  }
  return out
}

interface Shown {
  before: string
  after: string
  instead: string | undefined
}

const plain = (before = '', after = ''): Shown => ({ before, after, instead: undefined })
const instead = (text: string): Shown => ({ before: '', after: '', instead: text })

/** Fixed attributes of elements that would be unreadable without styles. */
const styled: Readonly<Record<string, string>> = {
  table: 'border="1" cellpadding="6" style="border-collapse:collapse;border-color:#999999"',
  pre: 'style="margin:12px 0;padding:8px 12px;border-radius:6px;background:rgba(128,128,128,.14);white-space:pre-wrap;overflow-wrap:anywhere"',
  code: 'style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px"',
  blockquote: `style="${quoteStyle}"`,
}

function shown(tag: string, attributes: string, { realmUrl, hiddenPart, timeText }: MailReader): Shown {
  const cls = attributeIn(attributes, 'class')
  if (tag === 'div' && /message_inline_|^message_embed$/.test(cls)) return instead('')
  if (tag === 'div' && cls === 'spoiler-content') return instead(`<p><em>${hiddenPart}</em></p>`)
  if (tag === 'audio') return instead(link(attributeIn(attributes, 'src'), attributeIn(attributes, 'title'), realmUrl))
  if (tag === 'video') return instead('')
  if (tag === 'span' && cls.startsWith('emoji ')) {
    const code = / emoji-([0-9a-f-]+)/.exec(cls)?.[1] ?? ''
    return instead(unicodeOfCode(code) || attributeIn(attributes, 'title'))
  }
  if (tag === 'span' && /^katex/.test(cls)) return instead('')
  if (tag === 'span' && /mention/.test(cls)) return plain('<strong>', '</strong>')
  if (tag === 'a') {
    const href = absolute(attributeIn(attributes, 'href'), realmUrl)
    return href === '' ? plain() : plain(`<a href="${href}">`, '</a>')
  }
  if (tag === 'time') return instead(escapeHtml(timeText(attributeIn(attributes, 'datetime'))))
  if (!kept.has(tag)) return plain()
  const style = styled[tag]
  return plain(style ? `<${tag} ${style}>` : `<${tag}>`, `</${tag}>`)
}

function picture(attributes: string, realmUrl: string): string {
  const alt = attributeIn(attributes, 'alt')
  const source = attributeIn(attributes, 'data-original-src')
  return source === '' ? alt : link(source, alt, realmUrl)
}

const link = (source: string, text: string, realmUrl: string): string => {
  const href = absolute(source, realmUrl)
  return href === '' ? text : `<a href="${href}">${text || href}</a>`
}

/** URLs are escaped in the rendering already. Empty for unsupported links. */
function absolute(href: string, realmUrl: string): string {
  if (/^(?:https?:\/\/|mailto:|tel:)/i.test(href)) return href
  if (/^\/(?!\/)/.test(href)) return realmUrl + href
  return href.startsWith('#') ? `${realmUrl}/${href}` : ''
}
