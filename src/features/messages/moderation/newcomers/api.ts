import { bool, endpoint, id, int, list, text, UserId, UserIdOut, z } from '#contract'
import { maxReasonLength } from '../../../people/restrictions/limits.ts'
import * as errors from '../errors.ts'
import { maxActedOn, maxNewcomersPage } from '../limits.ts'
import { Newcomer, newcomerActions, RefusedAction } from './wire.ts'

/** During a lockdown and for seven days after it: since a day before its start. Otherwise of the last day. */
export const getNewcomers = endpoint('GET /lockdown/newcomers', {
  summary: 'Get people who joined since a day before the lockdown, newest first (moderators only)',
  caller: 'member',
  params: {
    /** For paging: only people with a lower ID. */
    before: id.optional(),
    limit: int.min(1).max(maxNewcomersPage).default(100),
  },
  result: {
    people: z.array(Newcomer),
    has_more: bool,
    /** UNIX seconds. */
    since: int,
  },
  errors: [errors.cannotRestrict],
})

/**
 * `restrict` makes the people read-only until it’s lifted, `remove` bans them and deletes all their messages, and
 * `welcome` makes them full members. One that fails doesn’t stop the others. Repeating it has no effect.
 */
export const changeNewcomers = endpoint('POST /lockdown/newcomers', {
  summary: 'Restrict, remove, or welcome several people (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    user_ids: list(UserId, { min: 1, max: maxActedOn }),
    action: z.enum(newcomerActions),
    /** Needed to restrict people, who see it. With `remove`, it’s added to their notes. */
    reason: text({ trim: true, max: maxReasonLength }).default(''),
  },
  result: { done: z.array(UserIdOut), refused: z.array(RefusedAction) },
  errors: [errors.cannotRestrict, errors.reasonNeeded],
})

export const welcomeUser = endpoint('POST /users/{user_id}/full_membership', {
  summary: 'Make a person a full member before the waiting period is over (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id: UserId },
  errors: [...errors.restrictErrors, errors.cannotWelcome],
})

export const unwelcomeUser = endpoint('DELETE /users/{user_id}/full_membership', {
  summary: 'Apply the waiting period to a person again (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id: UserId },
  errors: [...errors.restrictErrors, errors.notWelcomed],
})
