/** In this flavor, lists nest by two spaces, also below numbers. */
export const LIST_INDENT = 2
const INDENT = ' '.repeat(LIST_INDENT)

const ITEM = /^ ?(?:\d{1,9}\.|[*+-]) +(.*)$/
const NESTED_ITEM = /^ {2,3}(?:\d{1,9}\.|[*+-]) +/
const NUMBERED = /^ ?(\d{1,9})\. +/
const BULLETED = /^ ?[*+-] +/

export type ListKind = 'ol' | 'ul'

export function listAt(block: string): ListKind | undefined {
  if (NUMBERED.test(block)) return 'ol'
  return BULLETED.test(block) ? 'ul' : undefined
}

export const firstNumber = (block: string): number => Number(NUMBERED.exec(block)?.[1] ?? 1)

/** Texts of a list's items. Indented lines, and lines that aren't items, continue the item before them. */
export function itemsOf(block: string): string[] {
  const items: string[][] = []
  for (const line of block.split('\n')) {
    const own = ITEM.exec(line)
    const last = items.at(-1)
    if (own) items.push([own[1]!])
    else if (!last || (NESTED_ITEM.test(line) && !last[0]!.startsWith(INDENT))) items.push([line])
    else last.push(line)
  }
  return items.map((lines) => lines.join('\n'))
}

const HANGING = /^ *([*+-]|\d\.) +/

/** Inserts the blank line that may be missing before a list after text or after a list of the other kind. */
export function separateLists(lines: readonly string[]): string[] {
  const separated: string[] = []
  lines.forEach((line, at) => {
    separated.push(line)
    const next = HANGING.exec(lines[at + 1] ?? '')?.[1]
    if (next === undefined || line === '') return
    const here = HANGING.exec(line)?.[1]
    if (here === undefined || (here.length === 1) !== (next.length === 1)) separated.push('')
  })
  return separated
}

const ANY_ITEM = /^( *)(?:\d{1,9}\.|[*+-]) +/
const ENDS_LISTS = /^ ?(?:#{1,6} |(?:-{3}|\*{3}|_{3})\s*$)/
/** A step of this indentation, or one more, is one level: a tab, or four-space style. */
const WIDE_INDENT = 4

/** Reindents lists nested by four spaces to two. */
export function narrowLists(lines: readonly string[]): string[] {
  /** The items that may contain the line, outermost first: original and new indentation. */
  const open: { typed: number; moved: number }[] = []
  let afterBlank = false
  return lines.map((line) => {
    if (line === '') {
      afterBlank = true
      return line
    }
    const indent = /^ */.exec(line)![0].length
    const isItem = ANY_ITEM.test(line)
    if (!isItem && indent < LIST_INDENT && (afterBlank || ENDS_LISTS.test(line))) open.length = 0
    afterBlank = false
    if (isItem) while (open.length > 0 && indent < open.at(-1)!.typed) open.pop()
    const above = open.at(-1)
    const step = indent - (above?.typed ?? 0)
    if (!above) {
      if (isItem && indent < LIST_INDENT) open.push({ typed: indent, moved: indent })
      return line
    }
    const isWide = isItem && (step === WIDE_INDENT || step === WIDE_INDENT + 1)
    const less = above.typed - above.moved + (isWide ? step - LIST_INDENT : 0)
    if (isItem && step >= LIST_INDENT && step <= WIDE_INDENT + 1) open.push({ typed: indent, moved: indent - less })
    return indent >= less ? line.slice(less) : line
  })
}

/** Removes this much indentation from lines that have it; others stay. */
export const outdent = (block: string, blanks: number): string => {
  const indent = ' '.repeat(blanks)
  return block
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(blanks) : line))
    .join('\n')
}
