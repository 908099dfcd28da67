import { bool, endpoint, id, int, UserId, z } from '#contract'
import { Restriction } from '../../people/restrictions/wire.ts'
import { noSuchUser } from '../../people/users/errors.ts'
import { MessageReport } from '../reports/api.ts'
import * as errors from './errors.ts'
import { maxJoinedPage } from './limits.ts'
import { JoinedWith, Joining, MessageDeletion, ModerationNote, ModerationWarning } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const user_id = UserId
const refusals = [errors.cannotRestrict, errors.cannotRestrictRank, noSuchUser]

/** Reports are included for moderators, with the content that they can read. All lists are newest first. */
export const getModerationFile = endpoint('GET /users/{user_id}/moderation', {
  summary: 'Get what moderators know about a person (moderators only)',
  caller: 'member',
  params: { user_id },
  result: {
    notes: z.array(ModerationNote),
    restrictions: z.array(Restriction),
    /** The newest ones; `GET /message_reports` with `author_id` has all. */
    reports_about: z.array(MessageReport),
    has_more_reports_about: bool,
    /** The same, with `reporter_id`. */
    reports_by: z.array(MessageReport),
    has_more_reports_by: bool,
    warnings: z.array(ModerationWarning),
    deletions: z.array(MessageDeletion),
    joining: Joining,
  },
  errors: refusals,
})

export const getJoinedWith = endpoint('GET /users/{user_id}/moderation/joined_with', {
  summary: 'Get the others who joined by the same link as a person, newest first (moderators only)',
  caller: 'member',
  params: {
    user_id,
    /** For paging: only people with a lower ID. */
    before: id.optional(),
    limit: int.min(1).max(maxJoinedPage).default(50),
  },
  result: { people: z.array(JoinedWith), has_more: bool },
  errors: refusals,
})
