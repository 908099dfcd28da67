import { Parser } from 'htmlparser2'
import { fencedCode, link, Markdown } from './markdown.ts'

/** Quotes are much shorter. */
const longest = 10_000
const silent = new Set(['script', 'style', 'head', 'title'])
const blocks = new Set(['p', 'div', 'br', 'li', 'tr', 'table', 'blockquote', 'hr', 'section', 'article'])
const headings = /^h[1-6]$/
const marks: Readonly<Record<string, string>> = {
  ...{ b: '**', strong: '**', i: '*', em: '*', s: '~~', del: '~~', strike: '~~', code: '`', tt: '`' },
  ...{ h1: '**', h2: '**', h3: '**', h4: '**', h5: '**', h6: '**', th: '' },
}

/** An element whose text isn't finished. */
interface Frame {
  readonly name: string
  readonly mark: string
  readonly href?: string
  text: string
}

const closed = ({ mark, href, name, text }: Frame): string => {
  if (name === 'pre') return `\n${fencedCode(text.replace(/^\n|\n$/g, '')).text}\n`
  const inside = text.trim()
  if (inside === '') return text
  const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : '']
  if (href !== undefined) return `${before}${inside === href ? href : link(new Markdown(inside), href).text}${after}`
  return inside.includes('\n') ? text : `${before}${mark}${inside}${mark}${after}`
}

/** Converts the beginning of an HTML text to Markdown. Linear in its length. */
export function markdownOfHtml(html: string): string {
  const frames: Frame[] = [{ name: '', mark: '', text: '' }]
  const lists: { isOrdered: boolean; count: number }[] = []
  let [hidden, quotes, cells, rows] = [0, 0, -1, 0]
  const top = () => frames.at(-1) as Frame
  const isIn = (name: string) => frames.some((frame) => frame.name === name)
  const add = (text: string) => {
    top().text += text
  }
  const breakLine = () => add(cells >= 0 ? ' ' : `\n${'> '.repeat(Math.min(quotes, 3))}`)
  // nested marks of the same kind are one: it also limits how deep frames are
  const open = (frame: Omit<Frame, 'text'>) =>
    frames.some(({ name, mark }) => name === frame.name || name === 'pre' || (mark !== '' && mark === frame.mark)) ||
    frames.push({ ...frame, text: '' })
  const close = () => {
    const frame = frames.pop() as Frame
    add(closed(frame))
  }
  const parser = new Parser({
    ontext: (data) => {
      if (hidden === 0) add(isIn('pre') ? data : data.replace(/\s+/g, ' '))
    },
    onopentag: (name, { href = '', src = '', alt = '' }) => {
      if (silent.has(name)) hidden++
      if (hidden > 0) return
      if (name === 'blockquote') quotes++
      if (name === 'ul' || name === 'ol') lists.push({ isOrdered: name === 'ol', count: 0 })
      if (name === 'table') rows = 0
      if (name === 'td' || name === 'th') {
        if (cells < 0) cells = 0
        cells++
        add('| ')
      } else if (blocks.has(name) || headings.test(name)) breakLine()
      const list = lists.at(-1)
      if (name === 'li') {
        if (list) list.count++
        const indent = ' '.repeat(4 * Math.min(Math.max(lists.length - 1, 0), 5))
        add(list?.isOrdered ? `${indent}${list.count}. ` : `${indent}* `)
      } else if (name === 'img') add(link(alt.slice(0, 200).replace(/\s+/g, ' ').trim() || 'image', src).text)
      else if (name === 'hr') add('---')
      else if (name === 'a') open({ name, mark: '', href })
      else if (name === 'pre') open({ name, mark: '' })
      else if (Object.hasOwn(marks, name) && name !== 'th') open({ name, mark: marks[name] as string })
    },
    onclosetag: (name) => {
      if (silent.has(name)) hidden = Math.max(0, hidden - 1)
      if (hidden > 0) return
      if (frames.length > 1 && isIn(name)) {
        while (frames.length > 1 && top().name !== name) close()
        close()
      }
      if (name === 'ul' || name === 'ol') {
        lists.pop()
        if (lists.length === 0) breakLine()
      }
      if (name === 'blockquote') quotes = Math.max(0, quotes - 1)
      if (name === 'td' || name === 'th') add(' ')
      if (name === 'tr' && cells > 0) {
        add('|')
        const columns = Math.min(cells, 30)
        cells = -1
        if (rows++ === 0) add(`\n${'|---'.repeat(columns)}|`)
      }
      if (/^(?:p|pre|blockquote|table)$|^h[1-6]$/.test(name)) breakLine()
    },
  })
  parser.end(html.slice(0, longest))
  while (frames.length > 1) close()
  return top()
    .text.replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/^ (?! )/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The words of an HTML text in one line, for titles. */
export function lineOfHtml(html: string): string {
  let text = ''
  const parser = new Parser({
    ontext: (data) => {
      text += data
    },
  })
  parser.end(html.slice(0, longest))
  return text.replace(/\s+/g, ' ').trim()
}
