import type { Edit } from './editing.ts'

export type Format =
  | 'bold'
  | 'italic'
  | 'struck'
  | 'code'
  | 'link'
  | 'bulleted'
  | 'numbered'
  | 'quote'
  | 'spoiler'
  | 'mathematics'

const marks = { bold: '**', italic: '*', struck: '~~' } as const

export function format(kind: Format, text: string, from: number, to: number): Edit {
  switch (kind) {
    case 'bold':
    case 'italic':
    case 'struck':
      return wrap(marks[kind], text, ...trimmed(text, from, to))
    case 'link':
      return link(text, ...trimmed(text, from, to))
    case 'bulleted':
    case 'numbered':
      return list(kind, text, from, to)
    case 'code':
    case 'mathematics': {
      const [start, end] = trimmed(text, from, to)
      const chosen = text.slice(start, end)
      const isBlock = chosen === '' ? lineIsEmpty(text, start) : chosen.includes('\n')
      if (isBlock) return fence(kind === 'code' ? '' : 'math', text, start, end)
      return wrap(kind === 'code' ? '`' : '$$', text, start, end)
    }
    case 'quote':
    case 'spoiler':
      return fence(kind, text, ...trimmed(text, from, to))
  }
}

function trimmed(text: string, from: number, to: number): [number, number] {
  const chosen = text.slice(from, to)
  if (chosen.trim() === '') return [from, to]
  return [from + chosen.length - chosen.trimStart().length, to - (chosen.length - chosen.trimEnd().length)]
}

const lineIsEmpty = (text: string, at: number): boolean =>
  (at === 0 || text[at - 1] === '\n') && (at === text.length || text[at] === '\n')

function run(text: string, at: number, sign: string, step: 1 | -1): number {
  let count = 0
  for (let index = step === 1 ? at : at - 1; text[index] === sign; index += step) count++
  return count
}

/** One asterisk is italic, two are bold, three are both. */
const counts = (mark: string, signs: number): boolean => {
  if (mark === '*') return signs === 1 || signs === 3
  if (mark === '**') return signs >= 2
  return signs >= mark.length
}

function wrap(mark: string, text: string, from: number, to: number): Edit {
  const sign = mark[0] as string
  const { length } = mark
  const chosen = text.slice(from, to)
  const around = Math.min(run(text, from, sign, -1), run(text, to, sign, 1))
  if (counts(mark, around) && (chosen !== '' || around === length))
    return { from: from - length, to: to + length, text: chosen, select: [from - length, to - length] }
  const inside = Math.min(run(chosen, 0, sign, 1), run(chosen, chosen.length, sign, -1))
  if (counts(mark, inside) && chosen.length > 2 * length) {
    const inner = chosen.slice(length, -length)
    return { from, to, text: inner, select: [from, from + inner.length] }
  }
  return { from, to, text: mark + chosen + mark, select: [from + length, to + length] }
}

const isUrl = (text: string): boolean => /^(https?:\/\/|mailto:)\S+$/.test(text)

function link(text: string, from: number, to: number): Edit {
  const chosen = text.slice(from, to)
  const whole = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(chosen)
  if (whole) {
    const plain = [whole[1], whole[2]].filter(Boolean).join(' ')
    return { from, to, text: plain, select: [from, from + plain.length] }
  }
  if (isUrl(chosen)) return { from, to, text: `[](${chosen})`, select: [from + 1, from + 1] }
  const url = from + chosen.length + 3
  return { from, to, text: `[${chosen}](url)`, select: [url, url + 3] }
}

/** Pasting a URL over a selection makes a link; undefined otherwise. */
export function linked(text: string, from: number, to: number, pasted: string): Edit | undefined {
  const chosen = text.slice(from, to)
  if (!isUrl(pasted) || chosen.trim() === '' || chosen.includes('\n') || isUrl(chosen.trim())) return undefined
  if (/\]\($/.test(text.slice(0, from))) return undefined
  const inserted = `[${chosen}](${pasted})`
  return { from, to, text: inserted, select: [from + inserted.length, from + inserted.length] }
}

const itemMarks = { bulleted: /^\s*[-*+] /, numbered: /^\s*\d+[.)] / } as const

function list(kind: 'bulleted' | 'numbered', text: string, from: number, to: number): Edit {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', Math.max(from, to - 1))
  const end = next < 0 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const mark = itemMarks[kind]
  const changed = lines.every((line) => mark.test(line))
    ? lines.map((line) => line.replace(mark, ''))
    : lines.map(
        (line, index) => `${kind === 'bulleted' ? '-' : `${index + 1}.`} ${line.replace(/^\s*([-*+]|\d+[.)]) /, '')}`,
      )
  const inserted = changed.join('\n')
  const last = start + inserted.length
  return { from: start, to: end, text: inserted, select: from === to ? [last, last] : [start, last] }
}

function fenceFor(content: string): string {
  const longest = Math.max(0, ...[...content.matchAll(/^\s*(`{3,})/gm)].map(([, ticks]) => (ticks as string).length))
  return '`'.repeat(Math.max(3, longest + 1))
}

function fence(word: string, text: string, from: number, to: number): Edit {
  const chosen = text.slice(from, to)
  const opened = new RegExp(`^(\`{3,})${word}[^\\n]*\\n([\\s\\S]*)\\n\\1$`).exec(chosen)
  if (opened) {
    const inner = opened[2] as string
    return { from, to, text: inner, select: [from, from + inner.length] }
  }
  const ticks = fenceFor(chosen)
  const header = word === 'spoiler' ? 'spoiler Header' : word
  const before = from === 0 || text[from - 1] === '\n' ? '' : '\n'
  const after = to === text.length || text[to] === '\n' ? '' : '\n'
  const inserted = `${before}${ticks}${header}\n${chosen}\n${ticks}${after}`
  const headerEnd = from + before.length + ticks.length + header.length
  const select: Edit['select'] =
    word === 'spoiler'
      ? [headerEnd - 'Header'.length, headerEnd]
      : word === ''
        ? [headerEnd, headerEnd]
        : [headerEnd + 1, headerEnd + 1 + chosen.length]
  return { from, to, text: inserted, select }
}

/** For each line, whether it's in a code block; the opening line isn't. */
export function linesInCode(text: string): boolean[] {
  let open: string | undefined
  return text.split('\n').map((line) => {
    const wasOpen = open !== undefined
    const ticks = /^\s*(`{3,}|~{3,})(.*)/.exec(line)
    if (!ticks) return wasOpen
    const [, signs = '', word = ''] = ticks
    // quotes and spoilers contain normal text
    if (open === undefined) open = /^\s*(quote|spoiler)/.test(word) ? undefined : signs
    else if (signs.startsWith(open) && word.trim() === '') open = undefined
    return wasOpen
  })
}

export const isInCode = (text: string, at: number): boolean => linesInCode(`${text.slice(0, at)}\n`).at(-1) ?? false

/** True after a backtick that's still open on its line. */
export function isInOpenTicks(text: string, at: number): boolean {
  let open = 0
  for (const { length } of text.slice(text.lastIndexOf('\n', at - 1) + 1, at).match(/`+/g) ?? [])
    open = open === 0 ? length : open === length ? 0 : open
  return open > 0
}

/** Enter after a line that opens a block: adds an empty line, and a closing fence if it's missing. */
export function blockOpened(text: string, caret: number): Edit | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const [, indent = '', signs = ''] = /^(\s*)(`{3,}(?=[^`\n]*$)|~{3,})/.exec(text.slice(start, caret)) ?? []
  if (signs === '' || (caret < text.length && text[caret] !== '\n') || isInCode(text, start)) return undefined
  const following = text.slice(caret + 1).split('\n')
  const isClosed = caret < text.length && following.some((line) => closes(line, signs))
  // in a quote or spoiler, a closing fence looks like one that opens a block without a language
  if (text.slice(start, caret).trim() === signs && isQuoteOpen(text.slice(0, start), signs)) return undefined
  const inserted = isClosed ? '\n' : `\n\n${indent}${signs}`
  return { from: caret, to: caret, text: inserted, select: [caret + 1, caret + 1] }
}

const closes = (line: string, signs: string): boolean => {
  const word = line.trim()
  return word.startsWith(signs) && word === (signs[0] as string).repeat(word.length)
}

/** True if a quote or spoiler with this fence is still open at the end. */
function isQuoteOpen(text: string, signs: string): boolean {
  let open = 0
  const isCode = linesInCode(text)
  for (const [index, line] of text.split('\n').entries()) {
    if (isCode[index]) continue
    const [, found = '', word = ''] = /^\s*(`{3,}|~{3,})(.*)/.exec(line) ?? []
    if (found !== signs) continue
    if (/^\s*(quote|spoiler)/.test(word)) open++
    else if (word.trim() === '' && open > 0) open--
  }
  return open > 0
}

/** Enter in a list: adds the next item; after an empty item the list ends. Undefined otherwise. */
export function continued(text: string, caret: number): Edit | undefined {
  const start = text.lastIndexOf('\n', caret - 1) + 1
  const item = /^(\s*)([-*+]|(\d+)([.)]))( +)/.exec(text.slice(start, caret))
  if (!item || isInCode(text, caret)) return undefined
  const [whole, indent = '', mark = '', number, sign = '', blank = ' '] = item
  if (text.slice(start, caret).trim() === mark.trim()) {
    const lineEnd = start + whole.length
    if (text[lineEnd] !== undefined && text[lineEnd] !== '\n') return undefined
    return { from: start, to: caret, text: '', select: [start, start] }
  }
  const inserted = `\n${indent}${number === undefined ? mark : `${Number(number) + 1}${sign}`}${blank}`
  const at = caret + inserted.length
  return { from: caret, to: caret, text: inserted, select: [at, at] }
}
