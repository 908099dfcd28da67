import type { UserId } from '#contract'
import type { Tx } from '#platform/db'
import { uploadUrl } from '../../attachments/paths.ts'
import type { AttachmentRow } from '../../attachments/rows.ts'
import { filesIn, thumbnailUrl } from '../../attachments/uploads-in-text.ts'
import { isAttachedTo } from './access.ts'
import * as store from './store.ts'

interface WithFiles {
  readonly user_id: UserId
  readonly content: string
}

/** The files that moderators review with each of these messages. */
export async function reviewedFiles(
  tx: Tx,
  orgId: number,
  messages: readonly WithFiles[],
): Promise<(message: WithFiles) => ReturnType<typeof serializeFile>[]> {
  const files = await filesIn(
    tx,
    orgId,
    messages.map(({ content }) => content),
  )
  return (message) => files.filter((file) => isAttachedTo(message, file)).map(serializeFile)
}

const serializeFile = (file: AttachmentRow) => ({
  name: file.name,
  url: uploadUrl(file.path_id),
  size: file.size,
  thumbnail_url: file.width === null ? null : thumbnailUrl(file),
})

/** As moderators see them. */
export async function serializeHeld(tx: Tx, orgId: number, rows: readonly store.Stored[]) {
  const filesOf = await reviewedFiles(tx, orgId, rows)
  return rows.map((row) => ({
    ...store.toOwn(row),
    user_id: row.user_id,
    rule_name: row.rule_name,
    is_first: row.is_first,
    files: filesOf(row),
  }))
}
