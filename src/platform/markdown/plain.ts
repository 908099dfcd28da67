import { attributeIn } from '#platform/html'
import { unicodeOfCode } from '../emoji/index.ts'

const PART = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|[^<]+|</g
const VOID = new Set(['br', 'hr', 'img', 'wbr', 'input', 'path', 'line', 'col'])
const MATH = new Set(['math', 'semantics'])
const BLOCKS = new Set('p div ul ol li pre blockquote table tr h1 h2 h3 h4 h5 h6'.split(' '))

/**
 * A rendering as text for notifications and excerpts: quotes with `>`, spoilers covered, emoji as characters,
 * formulas as TeX. Takes only HTML that this renderer made.
 */
export function plainText(html: string): string {
  let out = ''
  // Elements whose own text is left out or replaced, by depth.
  const open: { tag: string; silent: boolean }[] = []
  let quotes = 0
  const silent = () => open.at(-1)?.silent ?? false
  const write = (text: string) => {
    if (!silent()) out += text
  }
  const newline = () => {
    if (!silent() && out !== '' && !out.endsWith('\n')) out += '\n'
  }
  for (const [part, closing, tag, attributes] of html.matchAll(PART)) {
    if (tag === undefined) {
      // Line breaks between blocks are layout; those in code are text.
      const text = open.some((o) => o.tag === 'pre') ? part : part.replace(/\n/g, '')
      if (text !== '') write(startLine(out, quotes) + decode(text))
    } else if (closing) {
      if (tag === 'blockquote') quotes--
      if (BLOCKS.has(tag)) newline()
      while (open.length > 0 && open.pop()!.tag !== tag);
    } else if (VOID.has(tag)) {
      if (tag === 'br') write('\n')
      else if (tag === 'hr') write(`${startLine(out, quotes)}---\n`)
      else if (tag === 'img') write(startLine(out, quotes) + decode(attributeIn(attributes!, 'alt')))
    } else {
      if (BLOCKS.has(tag)) newline()
      const hidden = replacement(tag, attributes!)
      if (hidden !== undefined && hidden !== '') write(startLine(out, quotes) + hidden)
      // Of a formula only its source is read, which stands inside parts that are not; what covers it all still counts.
      const covered = open.some((o) => o.silent && o.tag !== 'span' && !MATH.has(o.tag))
      const revealed = tag === 'annotation' && !covered && open.some((o) => o.tag === 'span')
      open.push({ tag, silent: !revealed && (silent() || hidden !== undefined) })
      if (tag === 'blockquote') quotes++
      if (tag === 'li') write(`${startLine(out, quotes)}* `)
    }
  }
  // A message that is only a picture has no text but its address.
  return out.trim() || decode(attributeIn(/<a( [^>]*)>/.exec(html)?.[1] ?? '', 'href'))
}

/** Text that stands for an element and everything in it; undefined when it speaks for itself. */
function replacement(tag: string, attributes: string): string | undefined {
  const cls = attributeIn(attributes, 'class')
  if (tag === 'div' && cls === 'spoiler-content') return '(…)'
  if (tag === 'div' && cls === 'message_embed') return ''
  if (tag === 'span' && cls.startsWith('emoji ')) {
    const code = / emoji-([0-9a-f-]+)/.exec(cls)?.[1] ?? ''
    return unicodeOfCode(code) || `:${attributeIn(attributes, 'title').replaceAll(' ', '_')}:`
  }
  if (tag === 'span' && cls === 'katex') return ''
  if (tag === 'audio') return decode(attributeIn(attributes, 'title'))
  return undefined
}

const startLine = (out: string, quotes: number) =>
  quotes > 0 && (out === '' || out.endsWith('\n')) ? '> '.repeat(quotes) : ''

const decode = (text: string) =>
  text.replace(/&(lt|gt|quot|amp|#x27|#39|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#x27': "'", '#39': "'", nbsp: ' ' }
