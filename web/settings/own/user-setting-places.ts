import type { ShownUserSetting } from '../../declarations/api-only.ts'
import type { ownSettings } from '../../texts/own-settings.ts'

export interface SettingPlace {
  readonly group: keyof typeof ownSettings.groups
  readonly names: readonly ShownUserSetting[]
}

export const appearancePlaces = [
  { group: 'colors', names: ['color_scheme', 'high_contrast_mode', 'web_animate_image_previews'] },
  { group: 'text', names: ['web_font_size_px', 'web_line_height_percent', 'fluid_layout_width'] },
] as const satisfies readonly SettingPlace[]

export const languagePlaces = [
  { group: 'language', names: ['default_language'] },
  { group: 'time', names: ['twenty_four_hour_time', 'web_suggest_update_timezone'] },
] as const satisfies readonly SettingPlace[]

export const messagePlaces = [
  {
    group: 'writing',
    names: ['enter_sends', 'enable_drafts_synchronization', 'translate_emoticons', 'web_navigate_to_sent_message'],
  },
  {
    group: 'reading',
    names: [
      'web_mark_read_on_scroll_policy',
      'resolved_topic_notice_auto_read_policy',
      'display_emoji_reaction_users',
      'receives_typing_notifications',
    ],
  },
] as const satisfies readonly SettingPlace[]

export const navigationPlaces = [
  {
    group: 'navigation',
    names: ['web_home_view', 'web_escape_navigates_to_home_view', 'web_channel_default_view'],
  },
  {
    group: 'sidebars',
    names: [
      'web_stream_unreads_count_display_policy',
      'web_left_sidebar_unreads_count_summary',
      'web_left_sidebar_show_channel_folders',
      'web_inbox_show_channel_folders',
      'demote_inactive_streams',
      'starred_message_counts',
      'user_list_style',
    ],
  },
] as const satisfies readonly SettingPlace[]

/** A row for each kind of message, a column for each kind of notification. */
export const notificationTable = {
  columns: ['screen', 'sound', 'phone', 'email', 'everyone'],
  rows: {
    direct: [
      'enable_desktop_notifications',
      'enable_sounds',
      'enable_offline_push_notifications',
      'enable_offline_email_notifications',
    ],
    followed: [
      'enable_followed_topic_desktop_notifications',
      'enable_followed_topic_audible_notifications',
      'enable_followed_topic_push_notifications',
      'enable_followed_topic_email_notifications',
      'enable_followed_topic_wildcard_mentions_notify',
    ],
    channels: [
      'enable_stream_desktop_notifications',
      'enable_stream_audible_notifications',
      'enable_stream_push_notifications',
      'enable_stream_email_notifications',
      'wildcard_mentions_notify',
    ],
  },
} as const satisfies { columns: readonly string[]; rows: Record<string, readonly ShownUserSetting[]> }

export const notificationPlaces = [
  {
    group: 'screen',
    names: ['pm_content_in_desktop_notifications', 'notification_sound', 'desktop_icon_count_display'],
  },
  { group: 'phone', names: ['enable_online_push_notifications'] },
  { group: 'calls', names: ['call_ringing'] },
  {
    group: 'email',
    names: [
      'email_notifications_batching_period_seconds',
      'message_content_in_email_notifications',
      'realm_name_in_email_notifications_policy',
    ],
  },
  {
    group: 'otherEmails',
    names: ['enable_login_emails', 'enable_digest_emails', 'enable_daily_digest_emails'],
  },
] as const satisfies readonly SettingPlace[]

export const topicPlaces = [
  {
    group: 'topics',
    names: [
      'automatically_follow_topics_policy',
      'automatically_follow_topics_where_mentioned',
      'automatically_unmute_topics_in_muted_streams_policy',
    ],
  },
] as const satisfies readonly SettingPlace[]

export const privacyPlaces = [
  {
    group: 'privacy',
    names: [
      'email_address_visibility',
      'presence_enabled',
      'send_read_receipts',
      'send_private_typing_notifications',
      'send_stream_typing_notifications',
      'calls_relay_only',
      'allow_private_data_export',
    ],
  },
] as const satisfies readonly SettingPlace[]

/** The groups of each page of personal settings, by the last part of its URL. */
const pages = {
  appearance: appearancePlaces,
  'language-and-time': languagePlaces,
  messages: messagePlaces,
  navigation: navigationPlaces,
  notifications: notificationPlaces,
  topics: topicPlaces,
  privacy: privacyPlaces,
} as const
export type UserSettingPage = keyof typeof pages

type Placed =
  | (typeof pages)[UserSettingPage][number]['names'][number]
  | (typeof notificationTable.rows)[keyof typeof notificationTable.rows][number]

/** Fails to compile if a setting has no place. */
type Complete<Missing extends never> = Missing
export type NothingMissing = Complete<Exclude<ShownUserSetting, Placed>>

const tableNames: readonly ShownUserSetting[] = Object.values(notificationTable.rows).flat()
export const everyPlace: readonly SettingPlace[] = Object.values(pages).flat()

export const namesOn = (page: UserSettingPage): readonly ShownUserSetting[] => [
  ...(page === 'notifications' ? tableNames : []),
  ...pages[page].flatMap(({ names }): readonly ShownUserSetting[] => names),
]

const pageByName: ReadonlyMap<string, UserSettingPage> = new Map(
  (Object.keys(pages) as UserSettingPage[]).flatMap((page) => namesOn(page).map((name) => [name, page] as const)),
)
export const pageOfUserSetting = (name: string): UserSettingPage | undefined => pageByName.get(name)

export const placedUserSettings: readonly ShownUserSetting[] = [
  ...everyPlace.flatMap(({ names }): readonly ShownUserSetting[] => names),
  ...tableNames,
]
