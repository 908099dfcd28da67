import { bool, list, record, text, z } from '#contract'
import { languageTag } from '../language-tag.ts'
import { maxJoinQuestions, maxQuestionLength, maxWelcomeMessageLength } from '../register-constants.ts'
import { cap, value } from './declaration.ts'

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

export const membershipSettings = {
  authentication_methods: value(
    z.record(z.string(), bool),
    { Email: true },
    'Enabled authentication methods. All are enabled by default. In the register response, each is an object.',
    {
      change: 'owner',
      registered: false,
      input: record(text({ max: 100 }), bool, { max: 100 }).transform((methods) => Object.fromEntries(methods)),
    },
  ),
  invite_required: value(bool, true, 'Whether an invitation is required to join.', { change: 'owner' }),
  join_gate: value(
    z.enum(['open', 'rules', 'approval']),
    'open',
    'What people must do to create an account: nothing, accept the community rules, or apply to moderators.',
  ),
  joins_per_hour: cap(1, 1_000, 'How many accounts can be created within an hour before others have to wait.'),
  join_questions: value(
    z.array(z.string()),
    [],
    'Questions that people answer when they apply, with `join_gate` `approval`.',
    { input: list(text({ trim: true, min: 1, max: maxQuestionLength }), { max: maxJoinQuestions }) },
  ),
  public_moderation_log: value(
    bool,
    false,
    'Whether members can read what moderators did, and why. Turning it off deletes the log.',
  ),
  emails_restricted_to_domains: value(bool, false, 'Whether new users need an email address at an allowed domain.', {
    change: 'owner',
  }),
  disallow_disposable_email_addresses: value(bool, true, 'Whether disposable email addresses are blocked.', {
    change: 'owner',
  }),
  second_factor_required: value(
    z.enum(['nobody', 'administrators', 'everybody']),
    'nobody',
    'Who is required to use two-factor authentication when signing in with a password or link.',
    { change: 'owner' },
  ),
  waiting_period_threshold: value(
    z.int().min(0).max(1_000_000),
    0,
    'Days after which a member becomes a full member.',
    { change: 'owner' },
  ),
  full_member_messages: value(
    z.int().min(0).max(100),
    0,
    'Messages in channels that aren’t private that a member needs to become a full member, in addition to the waiting period.',
    { change: 'owner' },
  ),
  full_member_messages_since: value(
    z.int(),
    0,
    'UNIX seconds: people who joined earlier don’t need messages; set when `full_member_messages` is turned on.',
    { change: 'owner', patchable: false },
  ),
  require_unique_names: value(bool, false, 'Whether names must be unique.'),
  name_changes_disabled: value(bool, false, 'Whether only administrators can change names.'),
  email_changes_disabled: value(bool, false, 'Whether only administrators can change email addresses.'),
  avatar_changes_disabled: value(bool, false, 'Whether only administrators can change avatars.'),
  default_avatar_source: value(
    z.enum(['G', 'J']),
    // Gravatar would send users' email hashes to another company
    'J',
    'Default avatar: Gravatar (G) or a generated pattern (J).',
  ),
  presence_disabled: value(bool, false, "Whether everyone's online status is hidden."),
  enable_mcp: value(bool, true, 'Whether apps can connect with the Model Context Protocol, using access tokens.'),
  enable_mcp_registration: value(
    bool,
    true,
    'Whether apps that no administrator registered can request access with OAuth.',
  ),
  enable_spectator_access: value(bool, false, 'Whether web-public channels can be read without an account.'),
  enable_guest_user_indicator: value(bool, true, 'Whether clients mark the names of guests.'),
  enable_guest_user_dm_warning: value(bool, true, 'Whether clients warn before a direct message to a guest.'),
  send_welcome_emails: value(bool, true, 'Whether new users get welcome emails.'),
  welcome_message_custom_text: value(
    text({ max: maxWelcomeMessageLength }),
    '',
    "Custom text in Welcome Bot's first message to a new user, or empty.",
  ),
  default_language: value(languageTag, 'en', 'Language of automatic messages and invitations.'),
  org_type: value(z.literal(Object.values(organizationTypes)), organizationTypes.unspecified, 'Organization type.'),
  want_advertise_in_communities_directory: value(
    bool,
    false,
    'Whether the organization may be listed in a public directory of communities.',
  ),
  owner_full_content_access: value(
    bool,
    false,
    "Whether owners can export private content without consent; set by the server's operator.",
    { change: 'owner', patchable: false },
  ),
}
