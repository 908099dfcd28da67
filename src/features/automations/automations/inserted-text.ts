import { oneLine } from '#contract'
import { maxInsertedLength } from './limits.ts'

/** ASCII signs and digits, except for some that have no meaning in Markdown, links, or mentions. */
const active = /[!#-&(-+\--:<=>@[-`{-~]/
const directions = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text that people wrote, for a message of a bot: as character references, so that it can't mention, link, or format,
 * wherever it's inserted.
 */
function escaped(text: string, isActive = (point: string, _at: number) => active.test(point)): string {
  let out = ''
  for (const point of text.replace(directions, '')) {
    const next = isActive(point, out.length) ? `&#${point.codePointAt(0)};` : point
    if (out.length + next.length > maxInsertedLength) return `${out}…`
    out += next
  }
  return out
}

/** The first letter too, or the name in `@**{message.text}**` could be that of a person, or `all`. */
export const insertedLine = (text: string): string =>
  escaped(oneLine(text), (point, at) => at === 0 || active.test(point))

/** A block quote with the text's line breaks; no line of it can end a block around it. */
export const insertedQuote = (text: string): string =>
  escaped(text)
    .split('\n')
    .map((line) => `> ${line.trim()}`.trimEnd())
    .filter((line, at, lines) => line !== '>' || lines[at - 1] !== '>')
    .join('\n')
