import {
  maxJoinQuestions,
  maxOrganizationDescriptionLength,
  maxOrganizationNameLength,
  maxQuestionLength,
  maxWelcomeMessageLength,
  videoChatProviders,
} from '../../../src/features/people/organization/register-constants.ts'
import {
  address,
  cap,
  channel,
  choice,
  language,
  limit,
  lines,
  longText,
  methods,
  number,
  offered,
  type Placed,
  permission,
  privateChannel,
  retention,
  text,
  toggle,
} from './declared.ts'

/** Pages made from this table, by the last part of their URLs. */
export type TablePage =
  | 'organization-profile'
  | 'organization-settings'
  | 'organization-permissions'
  | 'community-safety'
  | 'domains'
  | 'auth-methods'

export type Part = keyof typeof table

const mail = { server: { key: 'server_sends_mail', option: '--smtp-url' } } as const
const editing = { needs: { setting: 'allow_message_editing', values: [true] } } as const
const digest = { needs: { setting: 'digest_emails_enabled', values: [true] } } as const
const spectators = { needs: { setting: 'enable_spectator_access', values: [true] } } as const
const jitsi = { needs: { setting: 'video_chat_provider', values: [videoChatProviders.jitsi_meet.id] } } as const
const approving = { needs: { setting: 'join_gate', values: ['approval'] } } as const
const reading = { needs: { setting: 'emails_restricted_to_domains', values: [false] } } as const
const reporting = { needs: { setting: 'moderation_request_channel_id', values: [-1], isNot: true } } as const

/** All settings of the organization: their pages, order, and controls. */
export const table = {
  profile: {
    page: 'organization-profile',
    settings: [text('name', maxOrganizationNameLength), longText('description', maxOrganizationDescriptionLength)],
  },
  announcements: {
    page: 'organization-settings',
    settings: [
      language('default_language'),
      channel('new_stream_announcements_stream_id'),
      channel('signup_announcements_stream_id'),
      toggle('send_channel_events_messages'),
      longText('welcome_message_custom_text', maxWelcomeMessageLength),
    ],
  },
  mails: {
    page: 'organization-settings',
    settings: [
      toggle('message_content_allowed_in_email_notifications').with(mail),
      toggle('digest_emails_enabled').with(mail),
      choice('digest_weekday', 0, 1, 2, 3, 4, 5, 6).with({ ...mail, ...digest }),
    ],
  },
  writing: {
    page: 'organization-settings',
    settings: [
      choice('topics_policy', 'allow_empty_topic', 'disable_empty_topic'),
      offered('video_chat_provider', 'realm_available_video_chat_providers'),
      address('jitsi_server_url').with(jitsi),
    ],
  },
  reading: {
    page: 'organization-settings',
    settings: [
      toggle('enable_read_receipts'),
      toggle('inline_image_preview'),
      toggle('inline_url_embed_preview'),
      choice('media_preview_size', 100, 150, 200),
      text('default_code_block_language', 60),
      toggle('presence_disabled'),
      choice('default_avatar_source', 'J', 'G'),
    ],
  },
  keeping: {
    page: 'organization-settings',
    settings: [retention('message_retention_days'), privateChannel('moderation_request_channel_id')],
  },
  joining: {
    page: 'organization-permissions',
    settings: [
      toggle('invite_required'),
      permission('can_invite_users_group').with(mail),
      permission('create_multiuse_invite_group'),
      toggle('disallow_disposable_email_addresses').with(reading),
    ],
  },
  channels: {
    page: 'organization-permissions',
    settings: [
      permission('can_create_public_channel_group'),
      permission('can_create_private_channel_group'),
      toggle('enable_spectator_access').with({
        server: { key: 'server_web_public_streams_enabled', option: '--web-public-channels on' },
      }),
      permission('can_create_web_public_channel_group').with(spectators),
      permission('can_add_subscribers_group'),
      permission('can_mention_many_users_group'),
      permission('can_set_topics_policy_group'),
      permission('can_set_delete_message_policy_group'),
    ],
  },
  groups: {
    page: 'organization-permissions',
    settings: [permission('can_create_groups'), permission('can_manage_all_groups')],
  },
  direct: {
    page: 'organization-permissions',
    settings: [permission('direct_message_permission_group'), permission('direct_message_initiator_group')],
  },
  calls: {
    page: 'organization-permissions',
    settings: [permission('can_start_calls_group')],
  },
  editing: {
    page: 'organization-permissions',
    settings: [
      toggle('allow_message_editing'),
      limit('message_content_edit_limit_seconds').with(editing),
      choice('message_edit_history_visibility_policy', 'all', 'moves', 'none'),
    ],
  },
  moving: {
    page: 'organization-permissions',
    settings: [
      permission('can_move_messages_between_topics_group'),
      limit('move_messages_within_stream_limit_seconds'),
      permission('can_move_messages_between_channels_group'),
      limit('move_messages_between_streams_limit_seconds'),
      permission('can_resolve_topics_group'),
    ],
  },
  deleting: {
    page: 'organization-permissions',
    settings: [
      permission('can_delete_any_message_group'),
      permission('can_delete_own_message_group'),
      limit('message_content_delete_limit_seconds'),
    ],
  },
  identity: {
    page: 'organization-permissions',
    settings: [
      toggle('require_unique_names'),
      toggle('name_changes_disabled'),
      toggle('email_changes_disabled'),
      toggle('avatar_changes_disabled'),
    ],
  },
  moderation: {
    page: 'organization-permissions',
    settings: [permission('can_restrict_members_group')],
  },
  gate: {
    page: 'community-safety',
    settings: [
      choice('join_gate', 'open', 'rules', 'approval'),
      lines('join_questions', maxJoinQuestions, maxQuestionLength).with(approving),
      cap('joins_per_hour', 5, 10, 20, 50, 100, 200),
    ],
  },
  newcomers: {
    page: 'community-safety',
    settings: [
      number('waiting_period_threshold', 0, 1_000_000),
      number('full_member_messages', 0, 100),
      cap('newcomer_links_per_message', 0, 1, 2, 3, 5, 10),
      toggle('newcomer_files_allowed'),
      cap('newcomer_mentions_per_message', 0, 1, 2, 3, 5, 10, 20),
      cap('newcomer_topics_per_day', 0, 1, 2, 3, 5, 10, 20),
      cap('newcomer_messages_per_minute', 1, 2, 3, 5, 10, 20),
      cap('newcomer_direct_conversations_per_day', 0, 1, 2, 3, 5, 10, 20),
      number('newcomer_held_messages', 0, 10),
      number('newcomer_reports_to_hide', 0, 10).with(reporting),
    ],
  },
  moderationLog: {
    page: 'community-safety',
    settings: [toggle('public_moderation_log')],
  },
  guests: {
    page: 'organization-permissions',
    settings: [
      permission('can_access_all_users_group'),
      toggle('enable_guest_user_indicator'),
      toggle('enable_guest_user_dm_warning'),
    ],
  },
  more: {
    page: 'organization-permissions',
    settings: [
      permission('can_create_bots_group'),
      permission('can_create_write_only_bots_group'),
      permission('can_manage_automations_group'),
      toggle('enable_mcp').with({ server: { key: 'server_mcp_enabled', option: '--mcp on' } }),
      toggle('enable_mcp_registration').with({
        server: { key: 'server_mcp_registration_enabled', option: '--mcp-registration on' },
      }),
      permission('can_add_custom_emoji_group'),
      toggle('owner_full_content_access'),
    ],
  },
  domains: { page: 'domains', settings: [toggle('emails_restricted_to_domains')] },
  signingIn: { page: 'auth-methods', settings: [methods('authentication_methods')] },
  secondFactor: {
    page: 'auth-methods',
    settings: [choice('second_factor_required', 'nobody', 'administrators', 'everybody')],
  },
} as const satisfies Record<string, { page: TablePage; settings: readonly Placed[] }>

export const partsOf = (page: TablePage): (readonly [Part, readonly Placed[]])[] =>
  Object.entries(table).flatMap(([part, { page: itsPage, settings }]) =>
    itsPage === page ? [[part as Part, settings] as const] : [],
  )

export const everyPlaced = (): (Placed & { readonly page: TablePage })[] =>
  Object.values(table).flatMap(({ page, settings }) => settings.map((one: Placed) => ({ ...one, page })))
