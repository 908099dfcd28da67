import { asMessageId, type MessageId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import { newestWrittenBy } from '../store/archive.ts'
import { canReadMessage, type Reader } from './reader.ts'

interface Page {
  /** Null for all messages. */
  readonly since: Date | null
  readonly before: number
  readonly size: number
}

interface Written {
  readonly id: MessageId
  readonly sent_at: Date
}

interface WrittenPage {
  /** Messages in channels, limited to those that the reader can read. */
  readonly inChannels: readonly Written[]
  /** All direct messages, including those of conversations that the reader isn’t in. */
  readonly direct: readonly Written[]
  /** `before` of the next page; null after the last one. */
  readonly next: number | null
}

/** A page of a person's messages, newest first. IDs ascend with time, so it stops at the first message that's too old. */
export async function writtenPage(
  tx: Tx,
  reader: Reader,
  userId: UserId,
  { since, before, size }: Page,
): Promise<WrittenPage> {
  const rows = await newestWrittenBy(tx, reader.org.id, userId, asMessageId(before), size)
  const wanted = since === null ? rows : rows.filter(({ sent_at }) => sent_at >= since)
  const isLast = rows.length < size || wanted.length < rows.length
  return {
    inChannels: wanted.filter((row) => row.member_ids === null && canReadMessage(reader, row)),
    direct: wanted.filter(({ member_ids }) => member_ids !== null),
    next: isLast ? null : (rows.at(-1)?.id ?? null),
  }
}

export { messageCountsBySender } from '../store/message-counts.ts'
