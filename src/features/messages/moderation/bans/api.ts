import { endpoint, text, UserId, z } from '#contract'
import * as errors from '../errors.ts'
import { maxNoteLength } from '../limits.ts'
import { deletionPeriods, MessageDeletion } from '../wire.ts'

/**
 * Deactivates the account and its bots. Moderators can ban accounts that are less than 30 days old; administrators can
 * ban everyone with a lower role, and reactivate accounts.
 */
export const banUser = endpoint('POST /users/{user_id}/ban', {
  summary: 'Ban a person, and optionally delete their messages (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    user_id: UserId,
    /** As in `POST /users/{user_id}/delete_messages`. */
    delete_messages: z.enum(['none', ...deletionPeriods]).default('none'),
    /** Added to the person’s notes, unless it's empty. */
    note: text({ trim: true, max: maxNoteLength }).default(''),
  },
  result: { deletion: MessageDeletion.nullable() },
  errors: [
    ...[...errors.restrictErrors, errors.tooOldToBan, errors.cannotBanBot],
    ...[errors.alreadyBanned, errors.deletionRunning, errors.tooManyNotes],
  ],
})
