import { isModerator, seconds } from '#contract'
import type { Tx } from '#platform/db'
import { channelsCache } from '../../channels/channels/cache.ts'
import type { Reader } from '../messages/access/reader.ts'
import { reviewedFiles } from '../messages/held-messages/serialize.ts'
import { seenBy } from './access.ts'
import * as store from './store.ts'

async function serializeReports(tx: Tx, reader: Reader, rows: readonly store.Stored[]) {
  const seen = await seenBy(tx, reader, rows)
  const reviewed = rows.flatMap((row) => {
    const { hidden, place } = seen(row)
    return hidden && hidden === place ? [{ user_id: hidden.author_id, content: hidden.content }] : []
  })
  const filesOf = await reviewedFiles(tx, reader.org.id, reviewed)
  return rows.map((row) => {
    const { message, hidden, place, isReadable: is_readable } = seen(row)
    const channel = place && reader.org.get(channelsCache).ofConversation(place.conversation_id)
    return {
      id: row.id,
      kind: row.kind as never,
      reporter_id: row.reporter_id,
      rule_name: row.rule_name,
      author_id: row.author_id,
      reported_at: seconds(row.reported_at),
      message_id: message ? row.message_id : null,
      stream_id: channel?.id ?? null,
      topic: channel ? place.topic : null,
      is_readable,
      content: is_readable ? row.content : null,
      description: is_readable ? row.description : null,
      is_hidden: hidden !== undefined,
      files: hidden && hidden === place ? filesOf({ user_id: hidden.author_id, content: hidden.content }) : [],
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
