import type { Snapped } from './row.ts'
import { seconds } from './row.ts'
import type { SnapshotTables } from './snapshot-tables.ts'

/** Messages with files that everyone in the organization, or on the web, can read. */
interface OpenMessages {
  readonly inOrganization: ReadonlySet<number>
  readonly onWeb: ReadonlySet<number>
}

/** Merges two tables that are sorted by file, so that neither is loaded into memory. */
export async function* attachmentRows(
  tables: SnapshotTables,
  open: OpenMessages,
  keep: (row: Snapped<'attachment'>) => Promise<void>,
): AsyncGenerator<object> {
  const holdings = tables.rows('attachment_message')
  let next = await holdings.next()
  for await (const row of tables.rows('attachment')) {
    const messages: number[] = []
    for (; !next.done && next.value.attachment_id <= row.id; next = await holdings.next())
      if (next.value.attachment_id === row.id) messages.push(next.value.message_id)
    await keep(row)
    yield {
      id: row.id,
      path_id: row.path_id,
      file_name: row.name,
      content_type: row.content_type,
      size: row.size,
      owner: row.owner_id,
      create_time: seconds(row.created_at),
      is_realm_public: messages.some((id) => open.inOrganization.has(id)),
      is_web_public: messages.some((id) => open.onWeb.has(id)),
      messages,
      scheduled_messages: [],
    }
  }
  // stops reading the table
  await holdings.return(undefined)
}
