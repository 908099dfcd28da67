import { bool, endpoint, id, int, UserId, z } from '#contract'
import { noSuchUser, profileIsDeleted } from '../../../people/users/errors.ts'
import * as errors from '../errors.ts'
import { deletionPeriods, MessageDeletion } from '../wire.ts'

const user_id = UserId
const refusals = [errors.cannotRestrict, errors.cannotRestrictRank, noSuchUser]
const Count = z.object({
  count: int,
  /** Whether there are more: only the newest messages are counted. */
  is_more: bool,
})

/** In channels that the caller can read, and reported direct messages. */
export const countDeletable = endpoint('GET /users/{user_id}/delete_messages', {
  summary: 'Count the messages of a person that you could delete (moderators only)',
  caller: 'member',
  params: { user_id },
  result: { hour: Count, day: Count, week: Count, all: Count },
  errors: refusals,
})

/**
 * Runs in the background, newest messages first; `moderation_file` events tell when the state changed, not the number of
 * messages. Deletes messages in channels that the caller can read, and direct messages whose report the caller can read.
 */
export const deleteMessagesOf = endpoint('POST /users/{user_id}/delete_messages', {
  summary: 'Delete a person’s messages (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, period: z.enum(deletionPeriods) },
  result: { deletion: MessageDeletion },
  errors: [...refusals, errors.deletionRunning],
})

/**
 * Stops it if it's still running, and restores the messages in the background. Only for people whose role is at least
 * that of the deletion's creator, and not after an administrator deleted the person's profile or messages for good.
 */
export const undoDeletion = endpoint('DELETE /users/{user_id}/delete_messages/{deletion_id}', {
  summary: 'Undo the deletion of a person’s messages within a day (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id, deletion_id: id },
  result: { deletion: MessageDeletion },
  errors: [
    ...[...refusals, errors.noSuchDeletion, profileIsDeleted, errors.cannotUndoRank],
    ...[errors.undoneAlready, errors.tooLateToUndo, errors.deletionRunning],
  ],
})
