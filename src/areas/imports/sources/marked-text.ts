import type { Piece, Text } from '../records.ts'

/** Breaks what the source did not mean, and shows nothing. */
const gap = '\u200b'
const mark = /\u0001(\d+)\u0001/

/**
 * A text on its way to Markdown, in which pieces stand as marks that no rule of a dialect touches: control characters,
 * which texts of archives no longer have when they come here.
 */
export class MarkedText {
  readonly #pieces: Piece[] = []

  mark(piece: Exclude<Piece, string>): string {
    return `\u0001${this.#pieces.push(piece) - 1}\u0001`
  }

  /** With the pieces in their places. What begins with a sign like `@` gets a space before it inside of a word. */
  pieces(text: string): Text {
    const result: Piece[] = []
    let before = ''
    for (const [index, part] of text.split(mark).entries()) {
      const piece = index % 2 === 1 ? this.#pieces[Number(part)] : part
      if (piece === undefined || piece === '') continue
      if (typeof piece !== 'string' && !('file' in piece) && !('message' in piece) && /[\p{L}\p{N}_]$/u.test(before))
        result.push(' ')
      result.push(piece)
      before = typeof piece === 'string' ? piece : '*'
    }
    return joined(result)
  }
}

/** Neighbouring texts as one, without space around all of it. */
export function joined(pieces: Text): Text {
  const result: Piece[] = []
  for (const piece of pieces) {
    const last = result.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece
    else result.push(piece)
  }
  if (typeof result[0] === 'string') result[0] = result[0].replace(/^(?:[ \t]*\n)+/, '')
  const end = result.length - 1
  if (typeof result[end] === 'string') result[end] = result[end].trimEnd()
  return result.filter((piece) => piece !== '')
}

/** Calls nobody and links to nothing by accident: mentions and channels have other signs in all of these chats. */
export const withoutMentions = (text: string): string =>
  text.replace(/@(?=_?\*)/g, `@${gap}`).replace(/#(?=\*\*)/g, `#${gap}`)

/** For a text in which none of Markdown's signs were meant that its own dialect does not have. */
export const withoutMarkdown = (text: string): string =>
  withoutMentions(text)
    .replaceAll('$$', `$${gap}$`)
    .replace(/^( {0,3}#{1,6}) /gm, '$1\u00a0')
    .replace(/^~~~/gm, `~${gap}~~`)
    .replace(/^(?: {4}|\t)[ \t]*(?![ \t]|[•*+-] |\d+[.)] )/gm, (space) =>
      '\u00a0'.repeat(space.replaceAll('\t', '    ').length),
    )

/** A label inside of a link or a line: one line, without what would end it. */
export const label = (text: string): string => text.replace(/[[\]\n\r]+/g, ' ').trim()

/** The beginning of a text as somebody would read it out: without marks, pieces by their labels. */
export function plainBeginning(text: Text, characters = 200): string {
  let plain = ''
  for (const piece of text) {
    if (typeof piece === 'string') plain += piece.slice(0, 2_000)
    else if ('label' in piece) plain += piece.label
    if (plain.length > 2_000) break
  }
  return plain
    .replace(/```\w*/g, ' ')
    .replace(/!?\[([^\]\n]{1,500})\]\([^)\s]{1,2000}\)/g, '$1')
    .replace(/^[^\S\n]*(?:[>#*+-]+\s+)+/gm, '')
    .replace(/[*`~\u200b]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, characters)
    .toWellFormed()
    .replace(/\ufffd$/, '')
}
