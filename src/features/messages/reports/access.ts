import { isModerator, type MessageId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import { existingReadableMessages } from '../messages/access/readable.ts'
import type { Reader } from '../messages/access/reader.ts'
import * as store from './store.ts'

/** A person's messages that have a report the reader can read, except dismissed reports. */
export async function reportedAmong(
  tx: Tx,
  reader: Reader,
  authorId: UserId,
  ids: readonly MessageId[],
): Promise<ReadonlySet<MessageId>> {
  if (ids.length === 0 || !isModerator(reader.viewer)) return new Set()
  const rows = await store.about(tx, reader.org.id, authorId, ids)
  const notices = rows.flatMap(({ notice_id }) => notice_id ?? [])
  const readable = new Set((await existingReadableMessages(tx, reader, notices)).map(({ id }) => id))
  return new Set(
    rows.filter(({ notice_id }) => notice_id === null || readable.has(notice_id)).map(({ message_id }) => message_id),
  )
}
