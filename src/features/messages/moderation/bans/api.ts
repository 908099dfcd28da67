import { endpoint, text, UserId, z } from '#contract'
import { noSuchUser } from '../../../people/users/errors.ts'
import * as errors from '../errors.ts'
import { maxNoteLength } from '../limits.ts'
import { deletionPeriods, MessageDeletion } from '../wire.ts'

/**
 * Deactivates the account and its bots. Moderators can ban accounts that are younger than 30 days, administrators all
 * with a lower role. Administrators can reactivate the account.
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
    ...[errors.cannotRestrict, errors.cannotRestrictRank, noSuchUser, errors.tooOldToBan, errors.cannotBanBot],
    ...[errors.alreadyBanned, errors.deletionRunning, errors.tooManyNotes],
  ],
})
