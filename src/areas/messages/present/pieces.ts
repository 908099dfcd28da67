import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import type { Narrow } from '../narrow/narrow.ts'
import { matchingMessages } from '../narrow/select.ts'

/** Read at once, and so made in one go: more would hold everybody up. */
const mostInPiece = { messages: 500, characters: 1_000_000 }
/** Before it is known how long they are. */
export const fewMessages = 100

/** How messages are read and shown, a piece at a time. */
interface Pieces<P> {
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** At most so many as a piece may have; what it answers makes the piece, when the database has others to serve. */
  fetch(tx: Tx, ids: readonly MessageId[]): Promise<() => P>
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
  { read, fetch, sizeOf }: Pieces<P>,
): Promise<P[]> {
  const sorted = [...ids].sort((a, b) => a - b)
  const pieces: P[] = []
  for (let at = 0, length = fewMessages; at < sorted.length; ) {
    const wanted = sorted.slice(at, at + length)
    const make = await read(async (tx) => fetch(tx, await matchingMessages(tx, { ...narrow, conditions: [] }, wanted)))
    const piece = make()
    at += length
    pieces.push(piece)
    // as many as there were characters for, were the next ones as long
    const { messages, characters } = sizeOf(piece)
    const fitting = Math.floor((mostInPiece.characters * messages) / (characters + 1))
    length = Math.min(Math.max(fitting, 1), mostInPiece.messages)
  }
  return pieces
}
