import { apiError, readOnlyErrors } from '#contract'
import { noSuchUser } from '../users/errors.ts'

const code = 'USER_RESTRICTED'

export const noDirectMessagesUntil = apiError(
  400,
  code,
  'Moderators have turned off direct messages for your account until {end}. Reason: {reason}',
)
export const noDirectMessages = apiError(
  400,
  code,
  'Moderators have turned off direct messages for your account. Reason: {reason}',
)
export const readOnlyInUntil = apiError(
  400,
  code,
  'Moderators have made this channel read-only for you until {end}. Reason: {reason}',
)
export const readOnlyIn = apiError(400, code, 'Moderators have made this channel read-only for you. Reason: {reason}')

/** Errors of endpoints that write in a conversation. */
export const restrictedErrors = [
  ...readOnlyErrors,
  noDirectMessagesUntil,
  noDirectMessages,
  readOnlyInUntil,
  readOnlyIn,
]

export const cannotRestrict = apiError(400, 'BAD_REQUEST', "You don't have permission to restrict members")
export const cannotRestrictRank = apiError(
  400,
  'BAD_REQUEST',
  "You can't restrict people with the same role as you or a higher one",
)
/** Errors of endpoints for people who can restrict the named user. */
export const restrictErrors = [cannotRestrict, cannotRestrictRank, noSuchUser]

export const noSuchRestriction = apiError(404, 'BAD_REQUEST', 'This restriction does not exist or has ended')
export const alreadyRestricted = apiError(
  400,
  'RESTRICTION_EXISTS',
  'This person already has a restriction of this kind. Change that one instead.',
)
export const invalidRestrictionEnd = apiError(
  400,
  'BAD_REQUEST',
  'Invalid until: a restriction must end between a minute and a year from now',
)
export const channelsMissing = apiError(400, 'BAD_REQUEST', 'Invalid stream_ids: specify at least one channel')
export const channelsUnused = apiError(
  400,
  'BAD_REQUEST',
  'Invalid stream_ids: only restrictions of the kind read_only_in have channels',
)
export const nothingToRestrict = apiError(
  400,
  'BAD_REQUEST',
  'Specify at least one of until, reason, note, and stream_ids',
)
