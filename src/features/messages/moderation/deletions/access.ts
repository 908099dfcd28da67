import { dayMs, type MessageId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Reader } from '../../messages/access/reader.ts'
import { writtenPage } from '../../messages/access/written.ts'
import { reportedAmong } from '../../reports/access.ts'
import type { DeletionPeriod } from '../wire.ts'

const lengths: Readonly<Record<DeletionPeriod, number | null>> = {
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  all: null,
}

export function startOf(period: DeletionPeriod, now: Date): Date | null {
  const length = lengths[period]
  return length === null ? null : new Date(now.getTime() - length)
}

export interface Deletable {
  /** Newest first. */
  readonly messages: readonly { readonly id: MessageId; readonly sent_at: Date }[]
  readonly next: number | null
}

export interface Page {
  /** Null for all. */
  readonly since: Date | null
  readonly before: number
  readonly size: number
}

/**
 * A page of a person's messages, filtered by what a moderator can delete. Pages end at the same message for every
 * moderator.
 */
export async function deletablePage(tx: Tx, reader: Reader, userId: UserId, page: Page): Promise<Deletable> {
  const { inChannels, direct, next } = await writtenPage(tx, reader, userId, page)
  const reported = await reportedAmong(
    tx,
    reader,
    userId,
    direct.map(({ id }) => id),
  )
  return { messages: [...inChannels, ...direct.filter(({ id }) => reported.has(id))], next }
}
