import { apiError, bool, endpoint, id, int, list, text, UserIdOut, z } from '#contract'
import { DefaultChannelGroup, maxGroups, noSuchGroup } from '../../channels/channels/default-groups/api.ts'
import { joinErrors } from '../../people/community-rules/errors.ts'
import { maxJoinQuestions, maxQuestionLength } from '../../people/organization/register-constants.ts'
import { joiningPaused } from '../../people/restrictions/lockdown/errors.ts'
import { addressesAreFixed } from '../../people/user-settings/api.ts'
import { emailTaken, nameTaken, passwordErrors, profileTextErrors } from '../../people/users/errors.ts'
import { emailAddress, fullName, newPassword, timeZone } from '../../people/users/input.ts'
import { passwordsDisabled } from '../../people/users/sign-in-errors.ts'
import { addressErrors } from '../invitations/errors.ts'
import { applyErrors, approvalNeeded } from './applications/errors.ts'
import { maxAnswerLength } from './applications/limits.ts'

/** The same error for unknown, expired, and used links. */
export const noSuchKey = apiError(400, 'BAD_REQUEST', 'This link is invalid or has expired')
export const linksOff = apiError(400, 'BAD_REQUEST', 'Sign-in links are turned off for this organization')
export const invitationNeeded = apiError(400, 'BAD_REQUEST', 'You need an invitation to join this organization')
export const invitedElsewhere = apiError(400, 'BAD_REQUEST', 'The invitation is for {email}')
/** `joins_per_hour` people joined within an hour. `until` is in UNIX seconds, `end` is the formatted time. */
export const tooManyJoins = apiError(
  400,
  'JOINS_LIMITED',
  'Too many people are joining right now. Try again after {end}.',
)
export const tooManyAddresses = apiError(400, 'BAD_REQUEST', 'Too many email changes. Try again tomorrow')

const key = text({ min: 1, max: 200 })

export const lookAtInvitation = endpoint('GET /accounts/invitation', {
  summary: 'Get an invitation by its link',
  caller: 'anyone',
  params: { key },
  result: {
    organization: z.string(),
    email: z.string().nullable(),
    invited_as: int,
    needs_confirmation: bool,
    /** The version of the community rules to accept; 0 if it isn't required. */
    rules_version: int,
    /** Whether people have to apply, with `POST /accounts/apply`. */
    needs_approval: bool,
    /** Questions to answer in the application. */
    join_questions: z.array(z.string()),
    default_channel_groups: z.array(DefaultChannelGroup.omit({ streams: true })),
  },
  errors: [noSuchKey, joiningPaused, tooManyJoins],
})

export const confirmAddress = endpoint('POST /accounts/confirm_address', {
  summary: 'Request a sign-up email',
  caller: 'anyone',
  params: { email: emailAddress, key: key.optional() },
  errors: [invitationNeeded, noSuchKey, joiningPaused, tooManyJoins, passwordsDisabled, ...addressErrors],
})

const newAccount = {
  key,
  full_name: fullName,
  password: newPassword,
  timezone: timeZone.default(''),
  accepted_rules_version: int.min(0).max(2_147_483_647).optional(),
  default_channel_group_ids: list(id, { max: maxGroups }).default([]),
}
const newAccountErrors = [
  noSuchKey,
  joiningPaused,
  tooManyJoins,
  emailTaken,
  nameTaken,
  ...profileTextErrors,
  passwordsDisabled,
  noSuchGroup,
  ...passwordErrors,
  ...addressErrors,
  ...joinErrors,
]

export const registerAccount = endpoint('POST /accounts/register', {
  summary: 'Create an account with a link from an email, and sign in',
  holdsSecrets: true,
  caller: 'anyone',
  params: newAccount,
  result: { api_key: z.string(), email: z.string(), user_id: UserIdOut },
  errors: [approvalNeeded, ...newAccountErrors],
})

/** The applicant gets an email once moderators have decided. */
export const applyToJoin = endpoint('POST /accounts/apply', {
  summary: 'Apply for an account with a link from an email, if moderators approve new members',
  holdsSecrets: true,
  caller: 'anyone',
  params: {
    ...newAccount,
    /** One for each of the `join_questions`, in the same order. */
    answers: list(
      z.object({ question: text({ max: maxQuestionLength }), answer: text({ trim: true, max: maxAnswerLength }) }),
      { max: maxJoinQuestions },
    ).default([]),
  },
  errors: [...applyErrors, ...newAccountErrors],
})

export const requestPasswordReset = endpoint('POST /accounts/password_reset', {
  summary: 'Request a password reset email',
  caller: 'anyone',
  params: { email: emailAddress },
  errors: [passwordsDisabled],
})

export const confirmPasswordReset = endpoint('POST /accounts/password_reset/confirm', {
  summary: 'Set a new password with a link from an email; also regenerates the API key',
  caller: 'anyone',
  params: { key, new_password: newPassword },
  errors: [noSuchKey, passwordsDisabled, ...passwordErrors],
})

export const stopAddressChange = endpoint('POST /accounts/email_change/stop', {
  summary: 'Cancel a requested email change, using the link sent to the current address',
  caller: 'anyone',
  params: { key },
  errors: [noSuchKey],
})

export const confirmAddressChange = endpoint('POST /accounts/email_change/confirm', {
  summary: 'Confirm an email change with the link from the email',
  caller: 'anyone',
  params: { key },
  errors: [noSuchKey, emailTaken, addressesAreFixed, ...addressErrors],
})
