import { bool, record, text, z } from '#contract'
import { languageTag } from '../language-tag.ts'
import { maxWelcomeMessageLength } from '../register-constants.ts'
import { value } from './declaration.ts'

/** Kinds of organization by their ids on the wire. */
const organizationTypes = {
  unspecified: 0,
  business: 10,
  openSource: 20,
  educationNonProfit: 30,
  educationForProfit: 35,
  research: 40,
  event: 50,
  nonProfit: 60,
  government: 70,
  politicalGroup: 80,
  community: 90,
  personal: 100,
  other: 1000,
} as const

/** Joining, accounts, and what the organization is. */
export const membershipSettings = {
  authentication_methods: value(
    z.record(z.string(), bool),
    { Email: true },
    'The ways of logging in that are enabled, which are all that were never turned off; in the answer of register each is described by an object.',
    {
      change: 'owner',
      registered: false,
      input: record(text({ max: 100 }), bool, { max: 100 }).transform((methods) => Object.fromEntries(methods)),
    },
  ),
  invite_required: value(bool, true, 'Whether it takes an invitation to join.', { change: 'owner' }),
  emails_restricted_to_domains: value(bool, false, 'Whether new users need an e-mail address at an allowed domain.', {
    change: 'owner',
  }),
  disallow_disposable_email_addresses: value(bool, true, 'Whether throw-away e-mail addresses are refused.', {
    change: 'owner',
  }),
  second_factor_required: value(
    z.enum(['nobody', 'administrators', 'everybody']),
    'nobody',
    'Who sets up a second factor, at the latest when signing in with a password or by a link.',
    { change: 'owner' },
  ),
  waiting_period_threshold: value(
    z.int().min(0).max(1_000_000),
    0,
    'Days after which a member counts as a full member.',
    { change: 'owner' },
  ),
  require_unique_names: value(bool, false, 'Whether no two users may have the same name.'),
  name_changes_disabled: value(bool, false, 'Whether only administrators can change names.'),
  email_changes_disabled: value(bool, false, 'Whether only administrators can change e-mail addresses.'),
  avatar_changes_disabled: value(bool, false, 'Whether only administrators can change avatars.'),
  default_avatar_source: value(
    z.enum(['G', 'J']),
    // nobody's address is shown to another company unasked
    'J',
    'Where the avatar of somebody without one comes from: Gravatar (G) or a generated pattern (J).',
  ),
  presence_disabled: value(bool, false, 'Whether nobody sees who is online.'),
  enable_mcp: value(
    bool,
    true,
    'Whether programs can be connected by the Model Context Protocol, each by a token of somebody.',
  ),
  enable_mcp_registration: value(
    bool,
    true,
    'Whether programs that no administrator has made known can ask people for access by OAuth.',
  ),
  enable_spectator_access: value(bool, false, 'Whether web-public channels can be read without an account.'),
  enable_guest_user_indicator: value(bool, true, 'Whether clients mark the names of guests.'),
  enable_guest_user_dm_warning: value(bool, true, 'Whether clients warn before a direct message to a guest.'),
  send_welcome_emails: value(bool, true, 'Whether new users get welcome e-mails.'),
  welcome_message_custom_text: value(
    text({ max: maxWelcomeMessageLength }),
    '',
    'Text that the welcome bot adds to its first message to a new user; empty for none.',
  ),
  default_language: value(languageTag, 'en', 'Language of automatic messages and invitations.'),
  org_type: value(
    z.literal(Object.values(organizationTypes)),
    organizationTypes.unspecified,
    'What kind of organization this is.',
  ),
  want_advertise_in_communities_directory: value(
    bool,
    false,
    'Whether the organization may be listed in a public directory of communities.',
  ),
  owner_full_content_access: value(
    bool,
    false,
    'Whether owners can export private content without consent; set by whoever runs the server.',
    { change: 'owner', patchable: false },
  ),
}
