import type { MessageId } from '#contract'
import type { Narrow } from '../narrow/narrow.ts'

/** Read at once, and so made in one go: more would hold everybody up. */
const mostInPiece = { messages: 500, characters: 1_000_000 }
/** Before it is known how long they are. */
export const fewMessages = 100

/** How messages are read and shown, a piece at a time. */
interface Pieces<P> {
  /** At most so many as a piece may have; those that are not in the narrow's conversations any more are left out. */
  fetch(narrow: Narrow, ids: readonly MessageId[]): Promise<P>
  sizeOf(piece: P): { readonly messages: number; readonly characters: number }
}

/**
 * Any number of a narrow's messages; ascending. Each piece is read by itself, so that others have their turn between
 * them: an embedded database has one. What was deleted meanwhile is left out, and what was moved out of the conversations
 * that the narrow leads to.
 */
export async function inPieces<P>(
  narrow: Narrow,
  ids: readonly MessageId[],
  { fetch, sizeOf }: Pieces<P>,
): Promise<P[]> {
  const sorted = [...ids].sort((a, b) => a - b)
  const pieces: P[] = []
  for (let at = 0, length = fewMessages; at < sorted.length; ) {
    const piece = await fetch({ ...narrow, conditions: [] }, sorted.slice(at, at + length))
    at += length
    pieces.push(piece)
    // as many as there were characters for, were the next ones as long
    const { messages, characters } = sizeOf(piece)
    const fitting = Math.floor((mostInPiece.characters * messages) / (characters + 1))
    length = Math.min(Math.max(fitting, 1), mostInPiece.messages)
  }
  return pieces
}
