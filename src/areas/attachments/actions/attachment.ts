import { type MessageId, seconds, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Act } from '#platform/organization'
import { checkTotal, mostOfOnePerson, mostOfOrganization } from '../../organization/totals.ts'
import { type Placed, shareable } from '../access/shared-files.ts'
import * as api from '../api.ts'
import { removeBlobs } from '../due.ts'
import { uploadSpaceMirror } from '../mirror.ts'
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
export async function addAttachment(act: Act, file: NewAttachment): Promise<AttachmentRow> {
  const { tx, org, viewer, now } = act
  checkTotal(mostOfOrganization, 'files', act.get(uploadSpaceMirror).files)
  checkTotal(mostOfOnePerson, 'files', await store.countOfOwner(tx, viewer.id))
  const row = await store.insert(tx, {
    org_id: org.id,
    owner_id: viewer.id,
    created_at: now,
    unused_since: now,
    ...file,
  })
  const upload_space_used = act.get(uploadSpaceMirror).bytes + row.size
  act.emit(api.attachmentAdded, { attachment: toWire(row, []), upload_space_used }, [viewer.id])
  return row
}

export async function removeAttachments(act: Act, rows: readonly AttachmentRow[]): Promise<void> {
  if (rows.length === 0) return
  await store.remove(
    act.tx,
    rows.map(({ id }) => id),
  )
  await removeBlobs(
    act,
    rows.map(({ path_id }) => path_id),
  )
  let upload_space_used = act.get(uploadSpaceMirror).bytes
  for (const { id, size, owner_id } of rows) {
    upload_space_used -= size
    act.emit(api.attachmentRemoved, { attachment: { id }, upload_space_used }, [owner_id])
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
export async function syncAttachments(act: Act, { messageId, senderId, paths, canRead }: Holding) {
  const { tx, org, now } = act
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
  await tellOwners(act, [...gone, ...added])
  return gone.filter(({ owner_id, unused_since }) => owner_id === senderId && unused_since !== null).map(detached)
}

export async function claimAttachments(act: Act, { messageId, senderId, paths, canRead }: Holding): Promise<void> {
  const { tx, org } = act
  const named = await store.byPath(tx, org.id, paths)
  if (named.length === 0) return
  const allowed = await shareable(tx, named, senderId, canRead)
  if (allowed.length > 0) await tellOwners(act, await store.link(tx, org.id, messageId, allowed))
}

/** Call it before the messages' rows are deleted. */
export async function releaseAttachments(act: Act, messageIds: readonly MessageId[]): Promise<void> {
  if (messageIds.length === 0) return
  await tellOwners(act, await store.unlink(act.tx, act.org.id, messageIds, [], act.now))
}

/** For a deleted message that was restored. */
export async function holdAgain(act: Act, messageId: MessageId, attachmentIds: readonly number[]): Promise<void> {
  if (attachmentIds.length > 0) await tellOwners(act, await store.link(act.tx, act.org.id, messageId, attachmentIds))
}

async function tellOwners(act: Act, rows: readonly AttachmentRow[]): Promise<void> {
  if (rows.length === 0) return
  const shown = await withHolders(act.tx, rows)
  const upload_space_used = act.get(uploadSpaceMirror).bytes
  for (const [index, attachment] of shown.entries()) {
    const { owner_id } = rows[index] as AttachmentRow
    act.emit(api.attachmentUpdated, { attachment, upload_space_used }, [owner_id])
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
