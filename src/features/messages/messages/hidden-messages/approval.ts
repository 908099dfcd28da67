import type { MessageId, UserId } from '#contract'
import type { Tx } from '#platform/db'
import type { Mutation } from '#platform/organization'
import type { ReadableMessage } from '../access/readable.ts'
import * as store from './store.ts'

/** Whether a moderator restored or released a message with its current text. */
export async function isApproved(
  tx: Tx,
  { id, last_edited_at }: Pick<ReadableMessage, 'id' | 'last_edited_at'>,
): Promise<boolean> {
  const approvedAt = (await store.find(tx, id))?.restored_at
  if (!approvedAt) return false
  return last_edited_at === null || last_edited_at <= approvedAt
}

/** Marks a held message that a moderator released as approved, so that reports don't hide it. */
export const approve = ({ tx, org, now }: Mutation, message_id: MessageId, author_id: UserId): Promise<void> =>
  store.insert(tx, { message_id, org_id: org.id, author_id, hidden_at: now, restored_at: now })
