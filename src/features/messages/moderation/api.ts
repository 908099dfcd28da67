import { bool, endpoint, id, int, UserId, z } from '#contract'
import { Restriction } from '../../people/restrictions/wire.ts'
import { MessageReport } from '../reports/api.ts'
import * as errors from './errors.ts'
import { maxJoinedPage } from './limits.ts'
import { JoinedWith, Joining, MessageDeletion, ModerationNote, ModerationWarning } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const user_id = UserId

/** Lists are newest first. Moderators also get reports, with content only where they can read it. */
export const getModerationFile = endpoint('GET /users/{user_id}/moderation', {
  summary: 'Get a person’s moderation file (moderators only)',
  caller: 'member',
  params: { user_id },
  result: {
    notes: z.array(ModerationNote),
    restrictions: z.array(Restriction),
    /** The newest ones; get the rest from `GET /message_reports` with `author_id`. */
    reports_about: z.array(MessageReport),
    has_more_reports_about: bool,
    /** The same, with `reporter_id`. */
    reports_by: z.array(MessageReport),
    has_more_reports_by: bool,
    warnings: z.array(ModerationWarning),
    deletions: z.array(MessageDeletion),
    joining: Joining,
    /** Other accounts that first signed in from the same network within a day, newest first, for 90 days. */
    same_network: z.array(JoinedWith),
  },
  errors: errors.restrictErrors,
})

export const getJoinedWith = endpoint('GET /users/{user_id}/moderation/joined_with', {
  summary: 'Get people who joined with the same invite link, newest first (moderators only)',
  caller: 'member',
  params: {
    user_id,
    /** For paging: only people with a lower ID. */
    before: id.optional(),
    limit: int.min(1).max(maxJoinedPage).default(50),
  },
  result: { people: z.array(JoinedWith), has_more: bool },
  errors: errors.restrictErrors,
})
