import { isModerator, type MessageId, seconds } from '#contract'
import type { Tx } from '#platform/db'
import { channelsCache } from '../../channels/channels/cache.ts'
import { existingReadableMessages } from '../messages/access/readable.ts'
import type { Reader } from '../messages/access/reader.ts'
import * as store from './store.ts'

/**
 * Reports as a moderator can see them. Content and description need access to the message or to the notice in the
 * channel for moderation requests, unless a rule reported a message in a public channel; others see only that there's a
 * report, and about which author.
 */
async function serializeReports(tx: Tx, reader: Reader, rows: readonly store.Stored[]) {
  const wanted = rows.flatMap(({ message_id, notice_id }): MessageId[] => [
    message_id,
    ...(notice_id ? [notice_id] : []),
  ])
  const readable = new Map((await existingReadableMessages(tx, reader, wanted)).map((one) => [one.id, one]))
  return rows.map((row) => {
    const message = readable.get(row.message_id)
    const channel = message && reader.org.get(channelsCache).ofConversation(message.conversation_id)
    const is_readable =
      message !== undefined || (row.notice_id !== null && readable.has(row.notice_id)) || row.was_public
    return {
      id: row.id,
      kind: row.kind as never,
      reporter_id: row.reporter_id,
      rule_name: row.rule_name,
      author_id: row.author_id,
      reported_at: seconds(row.reported_at),
      message_id: message ? row.message_id : null,
      stream_id: channel?.id ?? null,
      topic: channel && message ? message.topic : null,
      is_readable,
      content: is_readable ? row.content : null,
      description: is_readable ? row.description : null,
      state: row.state as never,
      handled_by: row.handled_by,
      handled_at: row.handled_at && seconds(row.handled_at),
      action: row.action as never,
      note: row.note,
    }
  })
}

/** A page of reports as a moderator can see them, newest first. */
export async function reportPage(tx: Tx, reader: Reader, wanted: store.Wanted) {
  const rows = await store.list(tx, reader.org.id, { ...wanted, limit: wanted.limit + 1 })
  return {
    reports: await serializeReports(tx, reader, rows.slice(0, wanted.limit)),
    has_more: rows.length > wanted.limit,
  }
}

/** The newest reports about or by a person; none if the reader isn't a moderator. */
export const reportsOf = async (tx: Tx, reader: Reader, wanted: Omit<store.Wanted, 'before' | 'state'>) =>
  isModerator(reader.viewer) ? reportPage(tx, reader, wanted) : { reports: [], has_more: false }
