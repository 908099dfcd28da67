import {
  apiError,
  bool,
  ChannelIds,
  endpoint,
  event,
  GroupIds,
  id,
  insufficientPermission,
  int,
  mustBeAdministrator,
  mustBeOwner,
  roles,
  text,
  UserIds,
  z,
} from '#contract'
import { maxWelcomeMessageLength } from '../../people/organization/register-constants.ts'
import { tooManyKept } from '../../people/organization/totals.ts'

export const noAddresses = apiError(400, 'BAD_REQUEST', 'You must specify at least one email address.')
export const tooManyAddresses = apiError(400, 'BAD_REQUEST', 'No more than {limit} people can be invited at once')
export const invalidInviteChannel = apiError(
  400,
  'BAD_REQUEST',
  'Invalid channel ID {stream_id}. No invites were sent.',
)
export const cannotSubscribeOthers = apiError(
  400,
  'BAD_REQUEST',
  'You do not have permission to subscribe other users to channels.',
)
/** The same error for unknown, expired, and used invitations, and those of others. */
export const noSuchInvitation = apiError(400, 'BAD_REQUEST', 'No such invitation')

// their bodies list each address with the reason, and whether a deactivated account has it
export const invalidAddresses = apiError(
  400,
  'INVITATION_FAILED',
  'Some emails did not validate, so we sent no invitations.',
)
export const allHaveAccounts = apiError(
  400,
  'INVITATION_FAILED',
  "We didn't send any invitations: everyone already has an account.",
)
export const someHaveAccounts = apiError(
  400,
  'INVITATION_FAILED',
  'Some of these people already have an account. Everyone else was sent an invitation.',
)
/** The reason for an address of one of these people. */
export const hasAccount = apiError(400, 'BAD_REQUEST', 'Already has an account.')

export const rolesToInviteAs = z.literal(Object.values(roles))

/** Emailed invitations have `email`, reusable links have `link_url`. */
export const Invite = z.object({
  id: int,
  invited_by_user_id: int,
  /** UNIX seconds; a null expiry means never. */
  invited: int,
  expiry_date: int.nullable(),
  invited_as: int,
  email: z.string().optional(),
  link_url: z.string().optional(),
  notify_referrer_on_join: bool,
  is_multiuse: bool,
})
export type Invite = z.infer<typeof Invite>

const defaultLifeMinutes = 10 * 1440
export const longestLifeMinutes = 10 * 365 * 1440

const invitation = {
  invite_expires_in_minutes: z.int().positive().max(longestLifeMinutes).nullable().default(defaultLifeMinutes),
  invite_as: rolesToInviteAs.default(roles.member),
  group_ids: GroupIds.default([]),
  include_realm_default_subscriptions: bool.default(false),
  // compat: a form has no null but this word
  welcome_message_custom_text: text({ max: maxWelcomeMessageLength })
    .transform((value) => (value === 'null' ? null : value))
    .optional(),
}
const errors = [insufficientPermission, mustBeAdministrator, mustBeOwner, invalidInviteChannel, cannotSubscribeOthers]

export const getInvites = endpoint('GET /invites', {
  summary: 'Get pending invitations: all for administrators, otherwise your own',
  // includes the links themselves
  scope: 'admin',
  result: { invites: z.array(Invite) },
})

export const sendInvites = endpoint('POST /invites', {
  summary: 'Send invitations by email',
  contributes: true,
  audited: true,
  params: {
    invitee_emails: text({ max: 100_000 }),
    stream_ids: ChannelIds,
    ...invitation,
    notify_referrer_on_join: bool.default(true),
  },
  errors: [noAddresses, tooManyAddresses, invalidAddresses, allHaveAccounts, someHaveAccounts, tooManyKept, ...errors],
})

/** Numbers of people. */
export const InvitedImported = z.object({
  invited: int,
  already_invited: int,
  not_allowed: int,
  remaining: int,
})
export type InvitedImported = z.infer<typeof InvitedImported>

export const inviteImportedUsers = endpoint('POST /invites/imported', {
  summary: "Invite imported users who haven't joined yet, at most 500 per call",
  caller: 'administrator',
  audited: true,
  params: {
    /** Defaults to everyone who can be invited. */
    user_ids: UserIds.optional(),
    invite_expires_in_minutes: invitation.invite_expires_in_minutes,
  },
  result: InvitedImported.shape,
  errors: [tooManyKept, insufficientPermission, mustBeAdministrator],
})

export const createInviteLink = endpoint('POST /invites/multiuse', {
  summary: 'Create a reusable invitation link',
  contributes: true,
  audited: true,
  params: { stream_ids: ChannelIds.default([]), ...invitation },
  result: { invite_link: z.string() },
  errors: [tooManyKept, ...errors],
})

export const resendEmailInvite = endpoint('POST /invites/{invite_id}/resend', {
  summary: 'Resend an email invitation with a new link',
  contributes: true,
  audited: true,
  params: { invite_id: id },
  errors: [noSuchInvitation],
})

export const revokeEmailInvite = endpoint('DELETE /invites/{invite_id}', {
  summary: 'Revoke an email invitation',
  audited: true,
  params: { invite_id: id },
  errors: [noSuchInvitation],
})

export const revokeInviteLink = endpoint('DELETE /invites/multiuse/{invite_id}', {
  summary: 'Revoke an invitation link',
  audited: true,
  params: { invite_id: id },
  errors: [noSuchInvitation],
})

/** Clients that show invitations must fetch them again. */
export const invitesChanged = event('invites_changed', null, {})
