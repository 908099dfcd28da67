import type { MessageId, UserId } from '#contract'
import type { Row, Tx } from '#platform/db'
import { invalidMessages } from '../api/flags.ts'
import { selectPlaced } from '../store/fetch.ts'
import { canReadMessage, type Reader } from './reader.ts'

/** A stored message and, in a direct conversation, whose it is. */
export type ReadableMessage = Omit<Row<'message'>, 'search'> & { member_ids: UserId[] | null }

/**
 * The messages, ascending, if the reader may read every one; else the same error for one that does not exist and one
 * that is not for the reader. Needs {@link Reader} from `readerOf`, made before a request's transaction.
 */
async function readableMessages(tx: Tx, reader: Reader, ids: readonly MessageId[]): Promise<ReadableMessage[]> {
  const wanted = [...new Set(ids)]
  const found = await existingReadableMessages(tx, reader, wanted)
  if (found.length !== wanted.length) throw invalidMessages()
  return found
}

/** Messages, ascending, whoever may read them: for what is put back in the name of somebody who could. */
export const readableMessageFacts = (tx: Tx, orgId: number, ids: readonly MessageId[]): Promise<ReadableMessage[]> =>
  selectPlaced(tx, orgId, ids)

export async function readableMessage(tx: Tx, reader: Reader, id: MessageId): Promise<ReadableMessage> {
  const [message] = await readableMessages(tx, reader, [id])
  return message as ReadableMessage
}

/** Those of the messages that exist and that the reader may read, ascending. */
export async function existingReadableMessages(
  tx: Tx,
  reader: Reader,
  ids: readonly MessageId[],
): Promise<ReadableMessage[]> {
  if (ids.length === 0) return []
  const rows = await selectPlaced(tx, reader.org.id, ids)
  return rows.filter((row) => canReadMessage(reader, row))
}
