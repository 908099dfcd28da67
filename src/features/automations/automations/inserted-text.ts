import { oneLine } from '#contract'
import { maxInsertedLength } from './limits.ts'

/** ASCII punctuation and digits that can be part of Markdown, links, or mentions. */
const markup = /[!#-&(-+\--:<=>@[-`{-~]/
/** perf: services post long texts, and only their beginning is inserted. */
const cut = (text: string): string =>
  text.length > 4 * maxInsertedLength ? text.slice(0, 4 * maxInsertedLength).toWellFormed() : text
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Escapes user text as character references, to keep it from adding mentions, links, or formatting to a bot's message.
 */
function escaped(text: string, isMarkup = (point: string, _at: number) => markup.test(point)): string {
  let out = ''
  for (const point of cut(text).replace(bidiControls, '')) {
    const next = isMarkup(point, out.length) ? `&#${point.codePointAt(0)};` : point
    if (out.length + next.length > maxInsertedLength) return `${out}…`
    out += next
  }
  return out
}

/** Also escapes the first letter, because `@**{message.text}**` could mention a person or `all`. */
export const insertedLine = (text: string): string =>
  escaped(oneLine(cut(text)), (point, at) => at === 0 || markup.test(point))

/** A block quote that keeps line breaks and can't end a surrounding block. */
export const insertedQuote = (text: string): string =>
  escaped(text)
    .split('\n')
    .map((line) => `> ${line.trim()}`.trimEnd())
    .filter((line, at, lines) => line !== '>' || lines[at - 1] !== '>')
    .join('\n')
