import { type MessageId, seconds, type UserId } from '#contract'
import type { Act } from '#platform/organization'
import { checkTotal, mostOfOrganization } from '../../organization/totals.ts'
import { attachmentAdded } from '../api.ts'
import { uploadSpaceMirror } from '../mirror.ts'
import type { AttachmentRow } from '../store.ts'
import * as store from '../store.ts'

export type ImportedFile = Pick<
  AttachmentRow,
  'path_id' | 'name' | 'content_type' | 'size' | 'width' | 'height' | 'animated' | 'created_at'
> & { owner_id: UserId }

/** Adds files of an archive whose bytes are in the blob store already; returns their ids in the same order. */
export async function addImportedFiles(act: Act, files: readonly ImportedFile[]): Promise<number[]> {
  const { tx, org } = act
  const space = act.get(uploadSpaceMirror)
  checkTotal(mostOfOrganization, 'files', space.files, files.length)
  const ids: number[] = []
  let upload_space_used = space.bytes
  for (const file of files) {
    const row = await store.insert(tx, { org_id: org.id, unused_since: null, ...file })
    ids.push(row.id)
    upload_space_used += row.size
    const { id, name, path_id, size } = row
    const attachment = { id, name, path_id, size, create_time: seconds(row.created_at), message_ids: [], messages: [] }
    act.emit(attachmentAdded, { attachment, upload_space_used }, [row.owner_id])
  }
  return ids
}

export const holdImportedFiles = (
  act: Act,
  pairs: readonly { attachmentId: number; messageId: MessageId }[],
): Promise<void> => store.linkAll(act.tx, act.org.id, pairs)
