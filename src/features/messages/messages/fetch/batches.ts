import type { MessageId } from '#contract'
import type { Tx } from '#platform/db'
import type { JsonBytes } from '#platform/serve'
import type { Narrow } from '../narrow/narrow.ts'
import type { Message } from '../wire.ts'

/** Serialized in one go, so limited to keep other requests from waiting. */
const maxPerBatch = { messages: 500, characters: 1_000_000 }
/** The batch size before the length of messages is known. */
export const fewMessages = 100

/** How a fetch reads and serializes messages; `B` is a serialized batch. */
export interface MessageFormat<B> {
  /** Reads in the transaction that found the messages. Serialize with the result, once the connection is free. */
  read(tx: Tx, ids: readonly MessageId[]): Promise<() => B>
  /** At most a full batch, in a transaction of its own; leaves out messages that no longer match the narrow. */
  readBatch(narrow: Narrow, ids: readonly MessageId[]): Promise<B>
  sizeOf(batch: B): { readonly messages: number; readonly characters: number }
  respond<R extends object>(batches: readonly B[], rest: R): JsonBytes | (R & { messages: Message[] })
}

/**
 * Any number of a narrow's messages, ascending. Reads a few within the transaction that found them, and more in batches
 * after it. Call the result after the transaction.
 */
export async function readMessages<B>(
  tx: Tx,
  format: MessageFormat<B>,
  narrow: Narrow,
  ids: readonly MessageId[],
): Promise<() => B[] | Promise<B[]>> {
  if (ids.length > fewMessages) return () => readInBatches(format, narrow, ids)
  const serialize = await format.read(tx, ids)
  return () => [serialize()]
}

/**
 * Reads each batch separately, so that other requests run in between: an embedded database has a single connection.
 * Leaves out messages that are deleted in between or moved out of the narrow's conversations.
 */
async function readInBatches<B>(
  { readBatch, sizeOf }: MessageFormat<B>,
  narrow: Narrow,
  ids: readonly MessageId[],
): Promise<B[]> {
  const sorted = [...ids].sort((a, b) => a - b)
  const batches: B[] = []
  for (let at = 0, length = fewMessages; at < sorted.length; ) {
    const batch = await readBatch({ ...narrow, conditions: [] }, sorted.slice(at, at + length))
    at += length
    batches.push(batch)
    // as many as would have fit, assuming that the next ones are as long
    const { messages, characters } = sizeOf(batch)
    const fitting = Math.floor((maxPerBatch.characters * messages) / (characters + 1))
    length = Math.min(Math.max(fitting, 1), maxPerBatch.messages)
  }
  return batches
}
