import { bool, endpoint, text, UserId, z } from '#contract'
import { maxReasonLength } from '../../../people/restrictions/limits.ts'
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
    /** Whether the person gets an email with a link for one appeal. Ignored if the server doesn't send email. */
    send_email: bool.default(false),
    /** Included in the email, and in the moderation log that members can read. */
    reason: text({ trim: true, max: maxReasonLength }).default(''),
  },
  result: { deletion: MessageDeletion.nullable() },
  errors: [
    ...[...errors.restrictErrors, errors.tooOldToBan, errors.cannotBanBot],
    ...[errors.alreadyBanned, errors.deletionRunning, errors.tooManyNotes],
  ],
})
