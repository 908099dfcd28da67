import { fromRoot } from '../transport/place.ts'

const marks: Readonly<Record<string, string>> = { STRONG: '**', EM: '*', DEL: '~~' }
const blocks = new Set(['P', 'UL', 'OL', 'BLOCKQUOTE', 'DIV', 'TABLE', 'TR', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6'])

/** What is selected within one message, as Markdown; undefined where nothing is, or more than that message. */
export function selectedMarkdown(row: HTMLElement | null): string | undefined {
  const selection = getSelection()
  if (!row || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const content = row.querySelector('.content')
  if (!content?.contains(range.startContainer) || !content.contains(range.endContainer)) return undefined
  const code = parentElement(range.commonAncestorContainer).closest('pre')
  const text =
    code && content.contains(code) ? fenced(selection.toString(), languageOf(code)) : markdownOf(widened(range))
  return text.trim() === '' ? undefined : text.replace(/\n{3,}/g, '\n\n').trim()
}

const parentElement = (node: Node): Element => (node instanceof Element ? node : (node.parentElement as Element))

/** Part of a formula means the formula. */
function widened(range: Range): DocumentFragment {
  const wide = range.cloneRange()
  const [first, last] = [range.startContainer, range.endContainer].map((node) => parentElement(node).closest('.katex'))
  if (first) wide.setStartBefore(first)
  if (last) wide.setEndAfter(last)
  return wide.cloneContents()
}

const languageOf = (code: Element): string =>
  code.closest<HTMLElement>('.codehilite')?.dataset.codeLanguage?.toLowerCase() ?? ''

/** A fence that nothing inside can end. */
export function fenced(text: string, info: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${info}\n${text.replace(/\n$/, '')}\n${fence}`
}

function markdownOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
  if (!(node instanceof HTMLElement)) return inside(node)
  if (node.matches('.code-actions')) return ''
  if (node.matches('.katex')) {
    const source = node.querySelector('annotation')?.textContent
    return source === undefined || source === null ? (node.textContent ?? '') : `$$${source}$$`
  }
  if (node.matches('.emoji')) return node.getAttribute('alt') ?? node.textContent ?? ''
  const mark = marks[node.tagName]
  if (mark) return `${mark}${inside(node)}${mark}`
  switch (node.tagName) {
    case 'BR':
      return '\n'
    case 'CODE':
      return `\`${node.textContent}\``
    case 'PRE':
      return `\n${fenced(node.textContent ?? '', languageOf(node))}\n`
    case 'LI':
      return `* ${inside(node).trim()}\n`
    case 'BLOCKQUOTE':
      return `\n${inside(node).trim().replace(/^/gm, '> ')}\n`
    case 'A': {
      const href = fromRoot(node.getAttribute('href') ?? '')
      const text = inside(node)
      if (node.matches('.stream, .stream-topic, .message-link') || href === '' || text === href) return text
      return `[${text}](${href})`
    }
  }
  return blocks.has(node.tagName) ? `\n${inside(node)}\n` : inside(node)
}

const inside = (node: Node): string => [...node.childNodes].map(markdownOf).join('')
