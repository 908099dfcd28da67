import type { Piece, Text } from '../records.ts'

/** An invisible character that breaks unintended markup. */
const gap = '\u200b'
const mark = /\u0001(\d+)\u0001/

/**
 * A text being converted to Markdown. Pieces are control characters with a number, which no rule of a dialect matches
 * and which texts of archives no longer contain at this point.
 */
export class MarkedText {
  readonly #pieces: Piece[] = []

  mark(piece: Exclude<Piece, string>): string {
    return `\u0001${this.#pieces.push(piece) - 1}\u0001`
  }

  /** Replaces the marks with their pieces. Within a word, a piece gets a space before its `@` or `#`. */
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

/** Prevents accidental mentions and channel links; all of these chats write theirs differently. */
export const withoutMentions = (text: string): string =>
  text.replace(/@(?=_?\*)/g, `@${gap}`).replace(/#(?=\*\*)/g, `#${gap}`)

/** For texts of dialects without these parts of Markdown. */
export const withoutMarkdown = (text: string): string =>
  withoutMentions(text)
    .replaceAll('$$', `$${gap}$`)
    .replace(/^( {0,3}#{1,6}) /gm, '$1\u00a0')
    .replace(/^~~~/gm, `~${gap}~~`)
    .replace(/^(?: {4}|\t)[ \t]*(?![ \t]|[•*+-] |\d+[.)] )/gm, (space) =>
      '\u00a0'.repeat(space.replaceAll('\t', '    ').length),
    )

/** A single line without brackets, which would end a link. */
export const label = (text: string): string => text.replace(/[[\]\n\r]+/g, ' ').trim()

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
