import type { Fence } from './fences.ts'
import { type ListKind, outdent } from './lists.ts'

export interface Block {
  kind:
    | 'root'
    | 'paragraph'
    | 'heading'
    | 'rule'
    | 'code'
    | 'fenced'
    | 'table'
    | 'quote'
    | 'spoiler'
    | ListKind
    | 'item'
  text: string
  children: Block[]
  /** In a list item: inline text that follows this block. */
  tail: string
  /** A heading's level (1-6), or a numbered list's first number. */
  number?: number
  fence?: Fence
}

export const blockOf = (kind: Block['kind'], text = ''): Block => ({ kind, text, children: [], tail: '' })

export const isList = (block: Block): boolean => block.kind === 'ul' || block.kind === 'ol'

export const lastOf = (block: Block): Block | undefined => block.children.at(-1)

/** The innermost container of the block being parsed. */
export type Place = 'text' | 'list' | 'loose list' | 'outdented' | 'quote'

export const CODE_INDENT = 4

export function emptyLine(parent: Block, text: string): string[] | undefined {
  const last = lastOf(parent)
  if (last?.kind === 'code') last.text += text === '' ? '\n\n' : '\n'
  return text.length > 1 ? [text.slice(1)] : undefined
}

export function code(parent: Block, text: string): string[] | undefined {
  const lines = text.split('\n')
  const more = lines.findIndex((line) => line.trim() !== '' && !line.startsWith(' '.repeat(CODE_INDENT)))
  const end = more < 0 ? lines.length : more
  const own = outdent(lines.slice(0, end).join('\n'), CODE_INDENT).trimEnd()
  const last = lastOf(parent)
  if (last?.kind === 'code') last.text += `\n${own}\n`
  else parent.children.push(blockOf('code', `${own}\n`))
  return end < lines.length ? [lines.slice(end).join('\n')] : undefined
}

export function paragraph(parent: Block, text: string, place: Place): undefined {
  if (text.trim() === '') return undefined
  if (place !== 'list') {
    parent.children.push(blockOf('paragraph', text.trimStart()))
    return undefined
  }
  const last = lastOf(parent)
  if (last) last.tail += `\n${text}`
  else parent.text = parent.text === '' ? text.trimStart() : `${parent.text}\n${text.trimStart()}`
  return undefined
}

/** Makes paragraphs of an item's text and of what follows a list in it, because its list has blank lines. */
export function loosen(item: Block): void {
  if (item.text !== '') item.children.unshift(blockOf('paragraph', item.text))
  item.text = ''
  const last = lastOf(item)
  if (!last || last.tail === '') return
  item.children.push(blockOf('paragraph', last.tail.trimStart()))
  last.tail = ''
}

export function headingBlock({ text, number }: { text: string; number: number }): Block {
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end--
  const block = blockOf('heading', text.slice(0, end).trim())
  block.number = number
  return block
}
