import { maxMessageLength } from '#contract'

/** Constants in register's `realm` part; file size limits can be lowered by config. */
export const registerConstants = {
  max_message_length: maxMessageLength,
  max_topic_length: 60,
  max_stream_name_length: 60,
  max_stream_description_length: 1024,
  max_channel_folder_name_length: 60,
  max_channel_folder_description_length: 1024,
  max_reminder_note_length: 500,
  max_bulk_new_subscription_messages: 100,
  max_file_upload_size_mib: 100,
  max_avatar_file_size_mib: 5,
  max_icon_file_size_mib: 5,
  max_logo_file_size_mib: 5,
  password_min_length: 8,
  password_max_length: 100,
  password_min_guesses: 10_000,
  event_queue_longpoll_timeout_seconds: 90,
  server_presence_ping_interval_seconds: 60,
  server_presence_offline_threshold_seconds: 200,
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_min_deactivated_realm_deletion_days: 14,
  server_max_deactivated_realm_deletion_days: null,
  realm_empty_topic_display_name: 'general chat',
} as const

/** Server data in register's `realm` part, as it is without configuration. */
export const serverDefaults = {
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_avatar_changes_disabled: false,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_web_public_streams_enabled: true,
  server_mcp_enabled: true,
  server_mcp_registration_enabled: true,
  server_can_summarize_topics: false,
  server_jitsi_server_url: 'https://meet.jit.si' as string | null,
  /** False without `--smtp-url`. */
  server_sends_mail: true,
  settings_send_digest_emails: true,
  development_environment: false,
  /** Self-hosted organizations have plan 1, without limits. */
  realm_plan_type: 1,
  zulip_plan_is_not_limited: true,
  upgrade_text_for_wide_organization_logo: '',
}

export const emptyTopicDisplayName = registerConstants.realm_empty_topic_display_name

export const maxOrganizationNameLength = 40
export const maxOrganizationDescriptionLength = 1000
export const maxWelcomeMessageLength = 8000
/** Questions for people who apply for an account. */
export const maxJoinQuestions = 5
export const maxQuestionLength = 200

/** Thumbnail formats; the name is the last part of a thumbnail's path. */
export const serverThumbnailFormats = [
  { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
] as const

export const serverReportMessageTypes = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community guidelines' },
  { key: 'other', name: 'Other' },
] as const

/** Values of the setting `gif_rating_policy`; `giphy_rating_options` before level 453. */
export const gifRatingPolicyOptions = {
  disabled: { id: 0, name: 'No GIFs' },
  y: { id: 1, name: 'Y: very young people' },
  g: { id: 2, name: 'G: all ages' },
  pg: { id: 3, name: 'PG: ask your parents' },
  'pg-13': { id: 4, name: 'PG-13: may be unsuitable before 13' },
  r: { id: 5, name: 'R: adults' },
} as const

/** Values of the setting `video_chat_provider`; register lists the configured ones. */
export const videoChatProviders = {
  disabled: { id: 0, name: 'None' },
  jitsi_meet: { id: 1, name: 'Jitsi Meet' },
  zoom: { id: 3, name: 'Zoom' },
  big_blue_button: { id: 4, name: 'BigBlueButton' },
  zoom_server_to_server: { id: 5, name: 'Zoom' },
  constructor_groups: { id: 6, name: 'Constructor Groups' },
  nextcloud_talk: { id: 7, name: 'Nextcloud Talk' },
  webex: { id: 8, name: 'Webex' },
} as const
export type VideoChatProvider = keyof typeof videoChatProviders

/** External account types of profile fields; `%(username)s` stands for the field's value. */
export const defaultExternalAccounts = {
  github: {
    name: 'GitHub',
    text: 'GitHub',
    hint: 'User name at GitHub',
    url_pattern: 'https://github.com/%(username)s',
  },
  gitlab: {
    name: 'GitLab',
    text: 'GitLab',
    hint: 'User name at GitLab',
    url_pattern: 'https://gitlab.com/%(username)s',
  },
  linkedin: {
    name: 'LinkedIn',
    text: 'LinkedIn',
    hint: 'Name at the end of the profile address',
    url_pattern: 'https://www.linkedin.com/in/%(username)s',
  },
  twitter: {
    name: 'Twitter',
    text: 'Twitter',
    hint: 'User name at Twitter, without @',
    url_pattern: 'https://twitter.com/%(username)s',
  },
} as const
