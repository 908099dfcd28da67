import { bool, endpoint, id, int, list, text, UserId, UserIdOut, z } from '#contract'
import { maxReasonLength } from '../../../people/restrictions/limits.ts'
import * as errors from '../errors.ts'
import { maxNewcomersPage, maxUsersPerAction } from '../limits.ts'
import { Newcomer, newcomerActions, RefusedAction } from './wire.ts'

/** Joined in the last day, or, during a lockdown and for seven days after it, since the day before it started. */
export const getNewcomers = endpoint('GET /lockdown/newcomers', {
  summary: 'List recent members, newest first (moderators only)',
  caller: 'member',
  params: {
    /** For paging: only people with a lower ID. */
    before: id.optional(),
    limit: int.min(1).max(maxNewcomersPage).default(100),
  },
  result: {
    people: z.array(Newcomer),
    has_more: bool,
    /** Number of people on all pages. */
    total: int,
    /** UNIX seconds. */
    since: int,
  },
  errors: [errors.cannotRestrict],
})

/**
 * `restrict` makes the people read-only until it’s lifted, `remove` bans them and deletes all their messages, and
 * `welcome` makes them full members. If one fails, the others still go through. Retrying is safe.
 */
export const changeNewcomers = endpoint('POST /lockdown/newcomers', {
  summary: 'Restrict, remove, or approve recent members in bulk (moderators only)',
  caller: 'member',
  audited: true,
  params: {
    user_ids: list(UserId, { min: 1, max: maxUsersPerAction }),
    action: z.enum(newcomerActions),
    /** Required with `restrict`, and shown to those people. With `remove`, it’s added to their moderation notes. */
    reason: text({ trim: true, max: maxReasonLength }).default(''),
  },
  result: { done: z.array(UserIdOut), refused: z.array(RefusedAction) },
  errors: [errors.cannotRestrict, errors.reasonRequired],
})

export const welcomeUser = endpoint('POST /users/{user_id}/full_membership', {
  summary: 'Make a new member a full member (moderators only)',
  caller: 'member',
  audited: true,
  params: { user_id: UserId },
  errors: [...errors.restrictErrors, errors.cannotWelcome],
})

export const unwelcomeUser = endpoint('DELETE /users/{user_id}/full_membership', {
  summary: "Restore a member's waiting period (moderators only)",
  caller: 'member',
  audited: true,
  params: { user_id: UserId },
  errors: [...errors.restrictErrors, errors.notWelcomed],
})
