import { apiError, bool, endpoint, id, int, list, ToldUserId, text, z } from '#contract'
import { DefaultChannelGroup, maxGroups, noSuchGroup } from '../default-channel-groups/api.ts'
import { addressErrors } from '../invitations/errors.ts'
import { addressesAreFixed } from '../user-settings/api.ts'
import { emailTaken, nameTaken, passwordErrors } from '../users/errors.ts'
import { emailAddress, fullName, newPassword, timeZone } from '../users/input.ts'
import { passwordsDisabled } from '../users/sign-in-errors.ts'

/** The same for a link that never was, has expired, or was used. */
export const noSuchKey = apiError(400, 'BAD_REQUEST', 'This link is invalid or has expired')
export const linksOff = apiError(400, 'BAD_REQUEST', 'Sign-in links are turned off for this organization')
export const invitationNeeded = apiError(400, 'BAD_REQUEST', 'You need an invitation to join this organization')
export const invitedElsewhere = apiError(400, 'BAD_REQUEST', 'The invitation is for {email}')
export const tooManyAddresses = apiError(400, 'BAD_REQUEST', 'Too many email changes. Try again tomorrow')

const key = text({ min: 1, max: 200 })

export const lookAtInvitation = endpoint('GET /accounts/invitation', {
  summary: 'What a link to join is for: whoever has no address in it yet proves one first',
  caller: 'anyone',
  params: { key },
  result: {
    organization: z.string(),
    email: z.string().nullable(),
    invited_as: int,
    needs_confirmation: bool,
    default_channel_groups: z.array(DefaultChannelGroup.omit({ streams: true })),
  },
  errors: [noSuchKey],
})

export const confirmAddress = endpoint('POST /accounts/confirm_address', {
  summary:
    'Have a link mailed by which an account with this address can be made; where needed, with an invitation link',
  caller: 'anyone',
  params: { email: emailAddress, key: key.optional() },
  errors: [invitationNeeded, noSuchKey, passwordsDisabled, ...addressErrors],
})

export const registerAccount = endpoint('POST /accounts/register', {
  summary: 'Make the account that a mailed link is for, and sign in',
  holdsSecrets: true,
  caller: 'anyone',
  params: {
    key,
    full_name: fullName,
    password: newPassword,
    timezone: timeZone.default(''),
    default_channel_group_ids: list(id, { max: maxGroups }).default([]),
  },
  result: { api_key: z.string(), email: z.string(), user_id: ToldUserId },
  errors: [noSuchKey, emailTaken, nameTaken, passwordsDisabled, noSuchGroup, ...passwordErrors, ...addressErrors],
})

export const requestPasswordReset = endpoint('POST /accounts/password_reset', {
  summary:
    'Have a link mailed by which a new password can be set; the answer is the same for addresses without account',
  caller: 'anyone',
  params: { email: emailAddress },
  errors: [passwordsDisabled],
})

export const confirmPasswordReset = endpoint('POST /accounts/password_reset/confirm', {
  summary: 'Set the password of the account that a mailed link is for; its API key is replaced',
  caller: 'anyone',
  params: { key, new_password: newPassword },
  errors: [noSuchKey, passwordsDisabled, ...passwordErrors],
})

export const stopAddressChange = endpoint('POST /accounts/email_change/stop', {
  summary: 'End every change of address that an account has asked for, by a link that its present address was sent',
  caller: 'anyone',
  params: { key },
  errors: [noSuchKey],
})

export const confirmAddressChange = endpoint('POST /accounts/email_change/confirm', {
  summary: 'Make the address that a mailed link was sent to the address of the account that asked for it',
  caller: 'anyone',
  params: { key },
  errors: [noSuchKey, emailTaken, addressesAreFixed, ...addressErrors],
})
