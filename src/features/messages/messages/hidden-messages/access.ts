import { isModerator, type MessageId, type UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import type { AttachmentRow } from '../../attachments/rows.ts'
import { uploadPathsIn } from '../../attachments/uploads-in-text.ts'
import { canReadMessage, type Placed, type Reader } from '../access/reader.ts'
import { canReviewHeldFile, filesOfHeld, isAttachedTo } from '../held-messages/access.ts'
import * as store from './store.ts'

export type { HiddenMessage } from './store.ts'

/** Those of these messages that are hidden until a moderator decides. */
export async function hiddenAmong(
  tx: Tx,
  orgId: number,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, store.HiddenMessage>> {
  if (ids.length === 0) return new Map()
  return new Map((await store.undecidedAmong(tx, orgId, ids)).map((one) => [one.id, one]))
}

/** Whether the reader could read a hidden message in its channel. */
export const couldRead = (reader: Reader, message: store.HiddenMessage): boolean =>
  canReadMessage(reader, { ...message, member_ids: null })

/** Someone's hidden messages that the reader could read in their channels, oldest first. */
export const hiddenBy = async (tx: Tx, reader: Reader, authorId: UserId): Promise<store.HiddenMessage[]> =>
  (await store.undecidedOf(tx, reader.org.id, authorId)).filter((message) => couldRead(reader, message))

interface Reviewing {
  readonly org: Organization
  readonly viewer: Viewer
}

/** Whether the viewer is a moderator who reviews a held or hidden message with this file. */
export async function canReviewFile(
  tx: Tx,
  context: Reviewing,
  file: AttachmentRow,
  canRead: (message: Placed & { readonly member_ids: null }) => boolean,
): Promise<boolean> {
  if (await canReviewHeldFile(tx, context, file)) return true
  const { org, viewer } = context
  if (!isModerator(viewer)) return false
  return (await store.undecidedOf(tx, org.id, file.owner_id)).some(
    ({ id, author_id, conversation_id, content }) =>
      canRead({ id, conversation_id, member_ids: null }) && isAttachedTo({ user_id: author_id, content }, file),
  )
}

/** Files of held and hidden messages are kept until a moderator decides. */
export async function filesInReview(tx: Tx, orgId: number): Promise<ReadonlySet<string>> {
  const hidden = (await store.textsWithFiles(tx, orgId)).flatMap(uploadPathsIn)
  return new Set([...(await filesOfHeld(tx, orgId)), ...hidden])
}
