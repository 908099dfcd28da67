import { type MessageId, seconds, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerOrganization, maxPerUser } from '../../../people/organization/totals.ts'
import { type Placed, shareable } from '../access/shared-files.ts'
import * as api from '../api.ts'
import { uploadSpaceCache } from '../cache.ts'
import { removeBlobs } from '../due.ts'
import type { AttachmentRow, Holder } from '../store.ts'
import * as store from '../store.ts'

export async function withHolders(tx: Tx, rows: readonly AttachmentRow[]): Promise<api.Attachment[]> {
  const byFile = new Map<number, Holder[]>(rows.map(({ id }) => [id, []]))
  for (const holder of await store.holders(tx, [...byFile.keys()])) byFile.get(holder.attachment_id)?.push(holder)
  return rows.map((row) => toWire(row, byFile.get(row.id) ?? []))
}

function toWire(row: AttachmentRow, messages: readonly Holder[]): api.Attachment {
  return {
    id: row.id,
    name: row.name,
    path_id: row.path_id,
    size: row.size,
    create_time: seconds(row.created_at),
    message_ids: messages.map(({ id }) => id),
    messages: messages.map(({ id, sent_at }) => ({ id, date_sent: seconds(sent_at) })),
  }
}

type NewAttachment = Pick<AttachmentRow, 'path_id' | 'name' | 'content_type' | 'size' | 'width' | 'height' | 'animated'>

/** The bytes must be in the blob store. Only the owner can fetch the file until a message links to it. */
export async function addAttachment(mutation: Mutation, file: NewAttachment): Promise<AttachmentRow> {
  const { tx, org, viewer, now } = mutation
  checkTotal(maxPerOrganization, 'files', mutation.get(uploadSpaceCache).files)
  checkTotal(maxPerUser, 'files', await store.countOfOwner(tx, viewer.id))
  const row = await store.insert(tx, {
    org_id: org.id,
    owner_id: viewer.id,
    created_at: now,
    unused_since: now,
    ...file,
  })
  const upload_space_used = mutation.get(uploadSpaceCache).bytes + row.size
  mutation.emit(api.attachmentAdded, { attachment: toWire(row, []), upload_space_used }, [viewer.id])
  return row
}

export async function removeAttachments(mutation: Mutation, rows: readonly AttachmentRow[]): Promise<void> {
  if (rows.length === 0) return
  await store.remove(
    mutation.tx,
    rows.map(({ id }) => id),
  )
  await removeBlobs(
    mutation,
    rows.map(({ path_id }) => path_id),
  )
  let upload_space_used = mutation.get(uploadSpaceCache).bytes
  for (const { id, size, owner_id } of rows) {
    upload_space_used -= size
    mutation.emit(api.attachmentRemoved, { attachment: { id }, upload_space_used }, [owner_id])
  }
}

interface Holding {
  messageId: MessageId
  /** The author of the text: only files that they can fetch are shared. */
  senderId: UserId
  paths: readonly string[]
  /** The messages area's permission check, which this area can't import. */
  canRead: (message: Placed) => boolean
}

/**
 * People who can read the message can fetch its files. Returns the sender's files that became unused, for
 * `detached_uploads`.
 */
export async function syncAttachments(mutation: Mutation, { messageId, senderId, paths, canRead }: Holding) {
  const { tx, org, now } = mutation
  const named = paths.length > 0 ? await store.byPath(tx, org.id, paths) : []
  const allowed = await shareable(tx, named, senderId, canRead)
  const gone = await store.unlink(
    tx,
    org.id,
    [messageId],
    named.map(({ id }) => id),
    now,
  )
  const added = allowed.length > 0 ? await store.link(tx, org.id, messageId, allowed) : []
  await notifyOwners(mutation, [...gone, ...added])
  return gone.filter(({ owner_id, unused_since }) => owner_id === senderId && unused_since !== null).map(detached)
}

export async function claimAttachments(
  mutation: Mutation,
  { messageId, senderId, paths, canRead }: Holding,
): Promise<void> {
  const { tx, org } = mutation
  const named = await store.byPath(tx, org.id, paths)
  if (named.length === 0) return
  const allowed = await shareable(tx, named, senderId, canRead)
  if (allowed.length > 0) await notifyOwners(mutation, await store.link(tx, org.id, messageId, allowed))
}

/** Call it before the messages' rows are deleted. */
export async function releaseAttachments(mutation: Mutation, messageIds: readonly MessageId[]): Promise<void> {
  if (messageIds.length === 0) return
  await notifyOwners(mutation, await store.unlink(mutation.tx, mutation.org.id, messageIds, [], mutation.now))
}

/** For a deleted message that was restored. */
export async function holdAgain(
  mutation: Mutation,
  messageId: MessageId,
  attachmentIds: readonly number[],
): Promise<void> {
  if (attachmentIds.length > 0)
    await notifyOwners(mutation, await store.link(mutation.tx, mutation.org.id, messageId, attachmentIds))
}

async function notifyOwners(mutation: Mutation, rows: readonly AttachmentRow[]): Promise<void> {
  if (rows.length === 0) return
  const shown = await withHolders(mutation.tx, rows)
  const upload_space_used = mutation.get(uploadSpaceCache).bytes
  for (const [index, attachment] of shown.entries()) {
    const { owner_id } = rows[index] as AttachmentRow
    mutation.emit(api.attachmentUpdated, { attachment, upload_space_used }, [owner_id])
  }
}

const detached = (row: AttachmentRow): api.DetachedUpload => ({
  id: row.id,
  name: row.name,
  path_id: row.path_id,
  size: row.size,
  create_time: row.created_at.getTime(),
  messages: [],
})
