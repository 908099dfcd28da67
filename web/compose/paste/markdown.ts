import TurndownService from 'turndown'
import { addOwnContent, fromHere, type Own } from './own-content.ts'

let here: Own | undefined

/** Converts pasted HTML to Markdown. `own` is set for content copied from messages. */
export function markdownOf(root: HTMLElement, own?: Own): string {
  here = own
  prepare(root)
  return converter.turndown(root).trim()
}

const converter = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  hr: '---',
  // one empty line between blocks, and plain line breaks
  br: '',
})
// our Markdown has no escapes: a backslash would show
converter.escape = (text) => text
converter.remove(['style', 'script', 'title', 'meta', 'head', 'noscript'] as never)
converter.addRule('struck', { filter: ['del', 's', 'strike'] as never, replacement: (text) => `~~${text}~~` })
converter.addRule('heading', {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement: (text, node) => `\n\n${'#'.repeat(Number(node.nodeName[1]))} ${text.replace(/\*\*/g, '').trim()}\n\n`,
})
converter.addRule('item', {
  filter: 'li',
  replacement: (text, node, { bulletListMarker }) => {
    const parent = node.parentNode as HTMLElement
    const index = Array.from(parent.children).indexOf(node as Element)
    const start = Number(parent.getAttribute('start') ?? 1)
    const mark = parent.nodeName === 'OL' ? `${start + index}. ` : `${bulletListMarker} `
    const content = text
      .trim()
      .replace(/\n{2,}/g, '\n')
      .replace(/\n/g, '\n  ')
    return `${mark}${content}${node.nextSibling ? '\n' : ''}`
  },
})
converter.addRule('table', { filter: 'table', replacement: (_text, node) => `\n\n${tableOf(node as HTMLElement)}\n\n` })
converter.addRule('preformatted', {
  filter: 'pre',
  replacement: (_text, node) => {
    for (const end of Array.from((node as Element).querySelectorAll('br'))) end.replaceWith('\n')
    const code = (node.textContent ?? '').replace(/\n$/, '')
    const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
    const fence = '`'.repeat(longest + 1)
    const named = /\blanguage-([\w+#-]+)/.exec(
      `${(node as Element).className} ${(node as Element).firstElementChild?.className ?? ''}`,
    )
    const language = (node as Element).getAttribute('data-code-language') ?? named?.[1] ?? ''
    return `\n\n${fence}${language}\n${code}\n${fence}\n\n`
  },
})
converter.addRule('picture', {
  filter: 'img',
  replacement: (_text, node) => {
    const picture = node as Element
    const [source, words] = [picture.getAttribute('src') ?? '', picture.getAttribute('alt') ?? '']
    return /^https?:/.test(source) ? `[${words || source}](${source})` : words
  },
})
converter.addRule('link', {
  filter: 'a',
  replacement: (text, node) => {
    const address = (node as Element).getAttribute('href') ?? ''
    if (!/^(https?:|mailto:)/.test(address) || text.trim() === '') return text
    return linkOf(address, node.textContent?.trim() ?? '', text)
  },
})
const linkOf = (address: string, plain: string, text: string): string =>
  plain === address || `mailto:${plain}` === address ? plain : `[${text.trim()}](${fromHere(address, here)})`
converter.addRule('code', {
  filter: (node) => node.nodeName === 'CODE' && node.parentNode?.nodeName !== 'PRE',
  replacement: (_text, node) => {
    const words = (node.textContent ?? '').replace(/\r?\n|\r/g, ' ')
    const plain = words.trim()
    if (plain === '') return words
    // a URL in code wouldn't be a link
    if (/^(https?:\/\/|mailto:)\S+$/.test(plain)) return plain
    const link = (node as Element).querySelector('a[href]')
    const code = inTicks(words)
    const address = link?.textContent?.trim() === plain ? (link.getAttribute('href') ?? '') : ''
    return /^(https?:|mailto:)/.test(address) ? linkOf(address, plain, code) : code
  },
})
addOwnContent(converter, () => here)

function inTicks(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map(({ length }) => length))
  let count = 1
  while (runs.has(count)) count++
  const ticks = '`'.repeat(count)
  const blank = /^`|`$|^ .*[^ ].* $/.test(text) ? ' ' : ''
  return ticks + blank + text + blank + ticks
}

const boldest = /^(bold|bolder|[6-9]00)$/

/** Turns styles into elements: bold, italics, and the lists and paragraphs of word processors. */
function prepare(root: HTMLElement): void {
  for (const one of Array.from(root.querySelectorAll<HTMLElement>('[style]'))) {
    const style = one.getAttribute('style') ?? ''
    const says = (name: string) =>
      new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase()
    if (says('display') === 'none' || says('mso-element') === 'comment-list' || /mso-list:\s*Ignore/i.test(style)) {
      // a list marker; we only need to know whether it's a number
      if (number.test(one.textContent ?? '')) one.closest('p')?.setAttribute('data-numbered', '')
      one.remove()
      continue
    }
    const weight = says('font-weight')
    const isBold = /^(b|strong)$/i.test(one.nodeName)
    // browser editors wrap everything in a <b> with normal weight
    if (isBold && weight !== undefined && !boldest.test(weight)) rename(one, 'span')
    else if (one.nodeName === 'SPAN') {
      const inside = one.closest('pre, code, h1, h2, h3, h4, h5, h6') !== null
      if (!inside && boldest.test(weight ?? '')) wrapInside(one, 'strong')
      if (!inside && /italic|oblique/.test(says('font-style') ?? '')) wrapInside(one, 'em')
      if (/line-through/.test(says('text-decoration') ?? says('text-decoration-line') ?? '')) wrapInside(one, 'del')
    }
  }
  for (const one of Array.from(root.querySelectorAll('p[class*="MsoListParagraph"]'))) asItem(one as HTMLElement)
  for (const one of Array.from(root.querySelectorAll<HTMLElement>('div, pre'))) if (isCode(one)) asCode(one)
  // a list directly inside a list, as some editors write it, belongs to the previous item
  for (const list of Array.from(root.querySelectorAll('ul > ul, ul > ol, ol > ol, ol > ul')))
    list.previousElementSibling?.appendChild(list)
}

function move(from: Element, to: Element): void {
  while (from.firstChild) to.appendChild(from.firstChild)
}

const replace = (one: Element, by: Element): void => void one.parentNode?.replaceChild(by, one)

function rename(one: Element, name: string): void {
  const other = one.ownerDocument.createElement(name)
  move(one, other)
  replace(one, other)
}

function wrapInside(one: Element, name: string): void {
  if (one.textContent?.trim() === '') return
  const other = one.ownerDocument.createElement(name)
  move(one, other)
  one.appendChild(other)
}

const number = /^\s*(?:\d+|[a-z])[.)]\s*/i

/** Word processors write list items as paragraphs, with the marker as text and the depth in a style. */
function asItem(paragraph: HTMLElement): void {
  const { ownerDocument } = paragraph
  const isNumbered = paragraph.hasAttribute('data-numbered') || number.test(paragraph.textContent ?? '')
  const depth = Number(/\blevel([1-9])\b/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1)
  const item = ownerDocument.createElement('li')
  move(paragraph, item)
  const first = item.firstChild
  if (first?.nodeType === 3) first.textContent = (first.textContent ?? '').replace(/^\s*(?:[·•o§▪-]|\d+[.)])\s+/, '')
  const newList = () => {
    const list = ownerDocument.createElement(isNumbered ? 'OL' : 'UL')
    list.setAttribute('data-made', '')
    return list
  }
  const made = (one: Element | null | undefined) => (one?.hasAttribute('data-made') ? one : undefined)
  let list = made(paragraph.previousElementSibling)
  for (let level = 1; list && level < depth; level++) {
    const above: Element | null = list.lastElementChild
    list = made(above?.lastElementChild) ?? above?.appendChild(newList())
  }
  if (list && list.nodeName === (isNumbered ? 'OL' : 'UL')) {
    list.appendChild(item)
    paragraph.remove()
    return
  }
  const other = newList()
  other.appendChild(item)
  replace(paragraph, other)
}

/** Code editors copy lines as blocks with a monospace font and preserved whitespace. */
function isCode(one: HTMLElement): boolean {
  if (one.nodeName === 'PRE') return false
  const style = one.getAttribute('style') ?? ''
  return /white-space:\s*pre/i.test(style) && /monospace|consolas|menlo|courier|mono\b/i.test(style)
}

function asCode(one: HTMLElement): void {
  const hasLines = Array.from(one.children).some(({ nodeName }) => nodeName === 'DIV' || nodeName === 'BR')
  const text = hasLines
    ? Array.from(one.children)
        .map((line) => line.textContent ?? '')
        .join('\n')
    : (one.textContent ?? '')
  const code = one.ownerDocument.createElement('pre')
  code.textContent = text
  replace(one, code)
}

function tableOf(table: HTMLElement): string {
  for (const end of Array.from(table.querySelectorAll('br'))) end.replaceWith(' ')
  const rows = Array.from(table.querySelectorAll('tr')).map((row) =>
    Array.from(row.children).map((cell) => (cell.textContent ?? '').replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')),
  )
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  const width = Math.max(0, ...filled.map((row) => row.length))
  if (width === 0) return ''
  // don't make a table of one column or one row
  if (width === 1 || filled.length === 1) return filled.map((row) => row.join(' ')).join('\n')
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [head = [], ...body] = filled
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n')
}
