import type { MessageId, UserId } from '#contract'
import type { Row, Tx } from '#platform/db'
import type { Channel } from '../../../channels/channels/channel.ts'
import { invalidMessages } from '../api/flags.ts'
import { selectPlaced } from '../store/fetch.ts'
import { newestWithSenders } from '../store/last-message.ts'
import { canReadMessage, type Reader } from './reader.ts'

/** A stored message with, in a direct conversation, its members. */
export type ReadableMessage = Omit<Row<'message'>, 'search'> & { member_ids: UserId[] | null }

/** Ascending. Missing and unreadable messages give the same error. Call `readerOf` before a request's transaction. */
async function readableMessages(tx: Tx, reader: Reader, ids: readonly MessageId[]): Promise<ReadableMessage[]> {
  const wanted = [...new Set(ids)]
  const found = await existingReadableMessages(tx, reader, wanted)
  if (found.length !== wanted.length) throw invalidMessages()
  return found
}

/** Messages, ascending, without a permission check: used to undo an action of a user who could read them. */
export const readableMessageFacts = (tx: Tx, orgId: number, ids: readonly MessageId[]): Promise<ReadableMessage[]> =>
  selectPlaced(tx, orgId, ids)

export async function readableMessage(tx: Tx, reader: Reader, id: MessageId): Promise<ReadableMessage> {
  const [message] = await readableMessages(tx, reader, [id])
  return message as ReadableMessage
}

/** The existing messages that the reader can read, ascending. */
export async function existingReadableMessages(
  tx: Tx,
  reader: Reader,
  ids: readonly MessageId[],
): Promise<ReadableMessage[]> {
  if (ids.length === 0) return []
  const rows = await selectPlaced(tx, reader.org.id, ids)
  return rows.filter((row) => canReadMessage(reader, row))
}

/** A topic's newest messages, newest first, without a permission check: the caller has just moved the whole topic. */
export const newestInTopic = (tx: Tx, { conversationId }: Channel, topic: string, limit: number) =>
  newestWithSenders(tx, conversationId, topic, limit)
