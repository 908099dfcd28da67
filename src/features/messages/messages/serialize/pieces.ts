import type { MessageId } from '#contract'
import type { Narrow } from '../narrow/narrow.ts'

/** Serialized in one go, so limited to keep other requests from waiting. */
const maxPerPiece = { messages: 500, characters: 1_000_000 }
/** The batch size before the length of messages is known. */
export const fewMessages = 100

interface Pieces<P> {
  /** At most a full batch; leaves out messages that are no longer in the narrow's conversations. */
  fetch(narrow: Narrow, ids: readonly MessageId[]): Promise<P>
  sizeOf(piece: P): { readonly messages: number; readonly characters: number }
}

/**
 * Any number of a narrow's messages, ascending. Reads each batch separately, so that other requests run in between: an
 * embedded database has a single connection. Leaves out messages that are deleted in between or moved out of the
 * narrow's conversations.
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
    // as many as would have fit, assuming that the next ones are as long
    const { messages, characters } = sizeOf(piece)
    const fitting = Math.floor((maxPerPiece.characters * messages) / (characters + 1))
    length = Math.min(Math.max(fitting, 1), maxPerPiece.messages)
  }
  return pieces
}
