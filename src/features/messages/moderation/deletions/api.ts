import { bool, endpoint, id, int, UserId, z } from '#contract'
import { profileIsDeleted } from '../../../people/users/errors.ts'
import * as errors from '../errors.ts'
import { deletionPeriods, MessageDeletion } from '../wire.ts'

const user_id = UserId
const Count = z.object({
  count: int,
  /** Whether there are more: only the newest messages are counted. */
  is_more: bool,
})

/** Counts messages in channels that the caller can read, and reported direct messages. */
export const countDeletable = endpoint('GET /users/{user_id}/delete_messages', {
  summary: 'Count a person’s messages that you can delete (moderators only)',
  caller: 'member',
  params: { user_id },
  result: { hour: Count, day: Count, week: Count, all: Count },
  errors: errors.restrictErrors,
})

/**
 * Runs in the background, newest messages first; `moderation_file` events announce a new state, not each step. Deletes
 * messages in channels that the caller can read, and direct messages whose report the caller can read.
 */
export const deleteMessagesOf = endpoint('POST /users/{user_id}/delete_messages', {
  summary: 'Delete a person’s messages (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, period: z.enum(deletionPeriods) },
  result: { deletion: MessageDeletion },
  errors: [...errors.restrictErrors, errors.deletionRunning],
})

/**
 * Stops the deletion if it's still running, and restores the messages in the background. The caller needs at least the
 * role of the person who started the deletion. Not possible once an administrator has permanently deleted the person's
 * profile or messages.
 */
export const undoDeletion = endpoint('DELETE /users/{user_id}/delete_messages/{deletion_id}', {
  summary: 'Undo the deletion of a person’s messages within a day (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, deletion_id: id },
  result: { deletion: MessageDeletion },
  errors: [
    ...[...errors.restrictErrors, errors.noSuchDeletion, profileIsDeleted, errors.cannotUndoRank],
    ...[errors.undoneAlready, errors.tooLateToUndo, errors.deletionRunning],
  ],
})
