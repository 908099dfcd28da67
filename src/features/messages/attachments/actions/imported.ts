import { type MessageId, seconds, type UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerOrganization } from '../../../people/organization/totals.ts'
import { attachmentAdded } from '../api.ts'
import { uploadSpaceCache } from '../cache.ts'
import type { AttachmentRow } from '../store.ts'
import * as store from '../store.ts'

export type ImportedFile = Pick<
  AttachmentRow,
  'path_id' | 'name' | 'content_type' | 'size' | 'width' | 'height' | 'animated' | 'created_at'
> & { owner_id: UserId }

/** Adds files of an archive whose bytes are in the blob store already; returns their ids in the same order. */
export async function addImportedFiles(mutation: Mutation, files: readonly ImportedFile[]): Promise<number[]> {
  const { tx, org } = mutation
  const space = mutation.get(uploadSpaceCache)
  checkTotal(maxPerOrganization, 'files', space.files, files.length)
  const ids: number[] = []
  let upload_space_used = space.bytes
  for (const file of files) {
    const row = await store.insert(tx, { org_id: org.id, unused_since: null, ...file })
    ids.push(row.id)
    upload_space_used += row.size
    const { id, name, path_id, size } = row
    const attachment = { id, name, path_id, size, create_time: seconds(row.created_at), message_ids: [], messages: [] }
    mutation.emit(attachmentAdded, { attachment, upload_space_used }, [row.owner_id])
  }
  return ids
}

export const holdImportedFiles = (
  mutation: Mutation,
  pairs: readonly { attachmentId: number; messageId: MessageId }[],
): Promise<void> => store.linkAll(mutation.tx, mutation.org.id, pairs)
