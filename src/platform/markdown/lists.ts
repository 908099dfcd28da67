/** Lists nest by two blanks in this flavour, also below numbers. */
export const LIST_INDENT = 2
const INDENT = ' '.repeat(LIST_INDENT)

const ITEM = /^ ?(?:\d{1,9}\.|[*+-]) +(.*)$/
const NESTED_ITEM = /^ {2,3}(?:\d{1,9}\.|[*+-]) +/
const NUMBERED = /^ ?(\d{1,9})\. +/
const BULLETED = /^ ?[*+-] +/

export type ListKind = 'ol' | 'ul'

/** The list that a block of lines starts. */
export function listAt(block: string): ListKind | undefined {
  if (NUMBERED.test(block)) return 'ol'
  return BULLETED.test(block) ? 'ul' : undefined
}

/** Number of the first item of a numbered list. */
export const firstNumber = (block: string): number => Number(NUMBERED.exec(block)?.[1] ?? 1)

/**
 * Texts of the items of a list. Those that start with blanks continue the item before them; what is no item itself
 * belongs to the one before.
 */
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

/** A list may follow a text, or a list of the other kind, without a blank line: puts one there. */
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
/** So many blanks more than the item above, or one more than that, are one step too: a tab, or what others count by. */
const WIDE_INDENT = 4

/** Lists may nest by four blanks as well: their lines are moved to where they would be by two. */
export function narrowLists(lines: readonly string[]): string[] {
  /** The items that the line may be in, from the outermost: where each is, and where it was moved to. */
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

/** Takes away so many blanks from lines that have them; lines with less stay. */
export const outdent = (block: string, blanks: number): string => {
  const indent = ' '.repeat(blanks)
  return block
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(blanks) : line))
    .join('\n')
}
