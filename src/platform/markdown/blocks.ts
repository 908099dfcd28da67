import {
  type Block,
  blockOf,
  CODE_INDENT,
  code,
  emptyLine,
  headingBlock,
  isList,
  lastOf,
  loosen,
  type Place,
  paragraph,
} from './block.ts'
import { type Fence, isContainer, splitAtFences } from './fences.ts'
import {
  firstNumber,
  itemsOf,
  LIST_INDENT,
  type ListKind,
  listAt,
  narrowLists,
  outdent,
  separateLists,
} from './lists.ts'
import { LIMITS } from './run.ts'

/** Returns how many lines of a block, from the first, are a table; 0 if none. */
type TableReader = (block: string) => number

/** Parses a message into blocks. Line breaks must be `\n`. */
export function readBlocks(text: string, tableLines: TableReader): Block {
  const root = blockOf('root')
  new Reader(tableLines).container(root, text.split('\n'), 0)
  return root
}

class Reader {
  readonly #tableLines: TableReader
  #place: Place = 'text'
  #depth = 0

  constructor(tableLines: TableReader) {
    this.#tableLines = tableLines
  }

  container(parent: Block, lines: readonly string[], depth: number): void {
    for (const part of splitAtFences(lines)) {
      if (Array.isArray(part))
        this.#within(
          parent,
          separateLists(narrowLists(part.map(expandTabs)))
            .join('\n')
            .replace(/(?<!\n)\n+$/, ''),
          'text',
        )
      else parent.children.push(this.#fenced(part.fence, part.lines, depth))
    }
  }

  #fenced(fence: Fence, lines: readonly string[], depth: number): Block {
    const contains = isContainer(fence) && depth < LIMITS.depth
    const block = blockOf(contains ? (fence.language === 'spoiler' ? 'spoiler' : 'quote') : 'fenced')
    block.fence = fence
    if (contains) this.container(block, lines, depth + 1)
    else block.text = lines.map((line) => line.trimEnd()).join('\n')
    return block
  }

  #within(parent: Block, text: string, place: Place): void {
    this.#read(parent, text.split('\n\n'), place)
  }

  #read(parent: Block, texts: readonly string[], place: Place): void {
    const outer = this.#place
    this.#place = place
    this.#depth++
    // used as a stack: the next text is last
    const waiting = [...texts].reverse()
    for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
      const rest = this.#depth > LIMITS.depth ? paragraph(parent, text, place) : this.#one(parent, text)
      if (rest) waiting.push(...rest)
    }
    this.#depth--
    this.#place = outer
  }

  /** Parses the first block of a text; returns the remaining texts, in reverse order. */
  #one(parent: Block, text: string): string[] | undefined {
    if (text === '' || text.startsWith('\n')) return emptyLine(parent, text)
    if (text.startsWith(' '.repeat(LIST_INDENT)) && this.#place !== 'outdented') {
      const last = lastOf(parent)
      if (parent.kind === 'item' || (last && isList(last))) return this.#indented(parent, text)
    }
    if (text.startsWith(' '.repeat(CODE_INDENT))) return code(parent, text)
    const heading = headingIn(text)
    if (heading) return this.#inText(parent, text, heading, headingBlock(heading))
    const lines = this.#tableLines(text)
    if (lines > 0) {
      const all = text.split('\n')
      parent.children.push(blockOf('table', all.slice(0, lines).join('\n')))
      return lines < all.length ? [all.slice(lines).join('\n')] : undefined
    }
    const rule = ruleIn(text)
    if (rule) return this.#inText(parent, text, rule, blockOf('rule'))
    const list = listAt(text)
    if (list) return this.#list(parent, text, list)
    const quoted = quoteIn(text)
    if (quoted !== undefined) return this.#quote(parent, text, quoted)
    return paragraph(parent, text, this.#place)
  }

  /** Adds a one-line block found within a text, after parsing the text before it. */
  #inText(parent: Block, text: string, { start, end }: { start: number; end: number }, block: Block) {
    if (start > 0) this.#read(parent, [text.slice(0, start).replace(/\n$/, '')], this.#place)
    parent.children.push(block)
    const rest = text.slice(end).replace(/^\n/, '')
    return rest === '' ? undefined : [rest]
  }

  #indented(parent: Block, text: string): undefined {
    const typed = Math.floor(/^ */.exec(text)![0].length / LIST_INDENT)
    let depth = this.#place === 'list' ? 1 : 0
    let at = parent
    while (typed > depth) {
      const child = lastOf(at)
      if (!child || (!isList(child) && child.kind !== 'item')) break
      if (isList(child)) depth++
      at = child
    }
    const inner = outdent(text, LIST_INDENT * depth)
    const inside = parent.kind === 'item' ? parent : at
    const last = lastOf(inside)
    if (parent.kind === 'item') this.#read(last && isList(last) ? last : parent, [inner], 'outdented')
    else if (at.kind === 'item') this.#read(at, [inner], 'outdented')
    else if (last?.kind === 'item') {
      loosen(last)
      this.#within(last, inner, 'outdented')
    } else {
      const item = blockOf('item')
      at.children.push(item)
      this.#read(item, [inner], 'outdented')
    }
    return undefined
  }

  #list(parent: Block, text: string, kind: ListKind): undefined {
    const items = itemsOf(text)
    const last = lastOf(parent)
    let list: Block
    if (last && isList(last)) {
      // after a blank line, the previous item and this one become paragraphs
      list = last
      const before = lastOf(list)
      if (before) loosen(before)
      const item = blockOf('item')
      list.children.push(item)
      this.#read(item, [items.shift()!], 'loose list')
    } else if (isList(parent)) {
      list = parent
    } else {
      list = blockOf(kind)
      if (kind === 'ol') list.number = firstNumber(text)
      parent.children.push(list)
    }
    for (const one of items) {
      if (!one.startsWith(' '.repeat(LIST_INDENT))) list.children.push(blockOf('item'))
      this.#read(lastOf(list)!, [one], 'list')
    }
    return undefined
  }

  #quote(parent: Block, text: string, start: number): undefined {
    const lines = text.split('\n')
    if (start > 0) this.#read(parent, [lines.slice(0, start).join('\n')], this.#place)
    const quote = blockOf('quote')
    parent.children.push(quote)
    const inner = lines.slice(start).map((line) => (line.trim() === '>' ? '' : line.replace(/^ {0,3}> ?/, '')))
    this.#within(quote, narrowLists(inner).join('\n'), 'quote')
    return undefined
  }
}

const expandTabs = (line: string): string => {
  if (line.trim() === '') return ''
  if (!line.includes('\t')) return line
  let out = ''
  for (const part of line.split(/(\t)/)) out += part === '\t' ? ' '.repeat(4 - (out.length % 4)) : part
  return out
}

const HEADING = /(?:^|\n)(#{1,6})[ \n]/

function headingIn(text: string) {
  const match = HEADING.exec(text)
  if (!match) return undefined
  const from = match.index + match[0].length
  const end = text.indexOf('\n', from) < 0 ? text.length : text.indexOf('\n', from)
  return { start: match.index, end, number: match[1]!.length, text: text.slice(from, end) }
}

/** `---`, `***` or `___`, with at most two spaces between the characters. */
function ruleIn(text: string): { start: number; end: number } | undefined {
  let start = 0
  for (const line of text.split('\n')) {
    const signs = line.trim()
    const sign = signs[0]
    if (sign !== undefined && '-_*'.includes(sign) && !/^ {4}/.test(line) && !signs.includes('   ')) {
      if (signs.replaceAll(' ', '').length > 2 && signs.replaceAll(' ', '').replaceAll(sign, '') === '')
        return { start, end: start + line.length }
    }
    start += line.length + 1
  }
  return undefined
}

function quoteIn(text: string): number | undefined {
  if (!text.includes('>')) return undefined
  const lines = text.split('\n')
  const start = lines.findIndex((line) => /^ {0,3}>/.test(line))
  if (start < 0 || lines.slice(start).every((line) => /^ {0,3}>\s*$/.test(line))) return undefined
  return start
}
