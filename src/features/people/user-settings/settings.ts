import { bool, z } from '#contract'
import { languageTag } from '../organization/language-tag.ts'
import { emailVisibility } from '../users/wire.ts'

/** The register fetch types that repeated some settings outside of `user_settings` before level 439. */
export type LegacyFetch = 'update_display_settings' | 'update_global_notifications'

export interface UserSetting<S extends z.ZodType = z.ZodType> {
  /** The value as stored, returned, and sent in events. */
  schema: S
  /** Accepted input; parses to a stored value. */
  input: z.ZodType<z.output<S>>
  default: z.output<S>
  doc: string
  /** Accepted by `PATCH /realm/user_settings_defaults`; the defaults in register have every setting. */
  inDefaults: boolean
  /** Whether administrators can change it for others (`target_users` of `PATCH /settings`). */
  bulkAllowed: boolean
  /** The fetch type that repeated it at the top level before level 439, for clients that request that. */
  legacyTopLevel?: LegacyFetch
}

type Options<S extends z.ZodType> = Partial<
  Pick<UserSetting<S>, 'input' | 'inDefaults' | 'bulkAllowed' | 'legacyTopLevel'>
>

function setting<S extends z.ZodType>(
  schema: S,
  initial: NoInfer<z.output<S>>,
  doc: string,
  { input = schema as z.ZodType<z.output<S>>, ...flags }: Options<S> = {},
): UserSetting<S> {
  return { schema, input, default: initial, doc, inDefaults: true, bulkAllowed: true, ...flags }
}

const display = { legacyTopLevel: 'update_display_settings' } as const
const notification = { legacyTopLevel: 'update_global_notifications' } as const
/** Administrators can't change these for others. */
const personal = { bulkAllowed: false } as const
const notInDefaults = { inDefaults: false } as const

export const availableNotificationSounds = ['chime', 'ding', 'zulip'] as const
export const emojisetChoices = [
  { key: 'google', text: 'Google' },
  { key: 'google-blob', text: 'Google blobs' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const
export const colorSchemes = { automatic: 1, dark: 2, light: 3 } as const
const userListStyles = { compact: 1, withStatus: 2, withAvatars: 3 } as const
export const unreadCounts = { all: 1, unmuted: 2, none: 3 } as const
const markingRead = { always: 1, inConversations: 2, never: 3 } as const
const channelViews = { topTopic: 1, feed: 2, topics: 3, topUnreadTopic: 4 } as const
const callRingings = ['sound', 'silent', 'off'] as const
const iconCounts = { unread: 1, callsAndFollowed: 2, calls: 3, nothing: 4 } as const

export const automaticAlwaysNever = { automatic: 1, always: 2, never: 3 } as const
/** When a topic is followed or unmuted automatically: each value includes the ones after it. */
export const topicOccasions = { participating: 1, sending: 2, starting: 3, never: 4 } as const
/** The recent view is called `recent_topics`, and `recent` since level 454. Both are accepted, and returned as set. */
const homeView = z.enum(['recent_topics', 'inbox', 'all_messages', 'recent'])

const displaySettings = {
  twenty_four_hour_time: setting(bool, false, 'Whether times are shown in 24-hour notation.', display),
  starred_message_counts: setting(bool, true, 'Whether the number of starred messages is shown.', display),
  fluid_layout_width: setting(bool, false, 'Whether the message feed uses the full width of the screen.', display),
  high_contrast_mode: setting(bool, false, 'Whether high contrast is on.', display),
  color_scheme: setting(
    z.literal(Object.values(colorSchemes)),
    colorSchemes.automatic,
    'Color theme: automatic (1), dark (2), or light (3).',
    display,
  ),
  translate_emoticons: setting(bool, false, 'Whether emoticons in sent messages become emoji.', display),
  display_emoji_reaction_users: setting(
    bool,
    true,
    'Whether reactions show names instead of a count when there are few.',
  ),
  default_language: setting(languageTag, 'en', "Language of the app and of the user's emails.", {
    ...display,
    ...notInDefaults,
  }),
  web_home_view: setting(
    homeView,
    'inbox',
    'Home view: recent conversations, the inbox, or the combined feed.',
    display,
  ),
  web_escape_navigates_to_home_view: setting(bool, true, 'Whether the Escape key opens the home view.'),
  left_side_userlist: setting(bool, false, 'Whether narrow windows list users in the left sidebar.', display),
  emojiset: setting(z.enum(['google', 'google-blob', 'twitter', 'text']), 'google', 'Emoji style.', display),
  demote_inactive_streams: setting(
    z.literal(Object.values(automaticAlwaysNever)),
    automaticAlwaysNever.automatic,
    'Whether inactive channels move down in the sidebar: automatic (1), always (2) or never (3).',
    display,
  ),
  user_list_style: setting(
    z.literal(Object.values(userListStyles)),
    userListStyles.withStatus,
    'User list style: compact (1), with status (2), or with status and avatar (3).',
  ),
  web_animate_image_previews: setting(
    z.enum(['always', 'on_hover', 'never']),
    'on_hover',
    'When to play animated images in the message feed.',
  ),
  web_stream_unreads_count_display_policy: setting(
    z.literal(Object.values(unreadCounts)),
    unreadCounts.unmuted,
    'Channels with an unread count in the sidebar: all (1), unmuted channels and topics (2), or none (3).',
  ),
  web_mark_read_on_scroll_policy: setting(
    z.literal(Object.values(markingRead)),
    markingRead.always,
    'Whether scrolling marks messages as read: always (1), in conversation views (2), or never (3).',
  ),
  web_channel_default_view: setting(
    z.literal(Object.values(channelViews)),
    channelViews.feed,
    'Where channel links lead: top topic (1), channel feed (2), list of topics (3), or top unread topic (4).',
  ),
  web_font_size_px: setting(z.int().min(8).max(40), 16, 'Size of the main font in pixels.'),
  web_line_height_percent: setting(z.int().min(80).max(300), 140, 'Line height as a percentage of the font size.'),
  web_navigate_to_sent_message: setting(bool, true, 'Whether the view follows a message just sent.'),
  web_suggest_update_timezone: setting(bool, true, 'Whether to offer updating the profile when the time zone changes.'),
  web_left_sidebar_unreads_count_summary: setting(
    bool,
    true,
    'Whether the left sidebar shows an unread count summary.',
  ),
  web_left_sidebar_show_channel_folders: setting(bool, true, 'Whether the left sidebar groups channels by folder.'),
  web_inbox_show_channel_folders: setting(bool, true, 'Whether the inbox groups channels by folder.'),
  hide_ai_features: setting(bool, false, 'Whether clients hide features that use language models.'),
  enter_sends: setting(bool, false, 'Whether the enter key sends the message.', display),
  enable_drafts_synchronization: setting(bool, true, 'Whether drafts are kept on the server.', display),
}

const notificationSettings = {
  enable_stream_desktop_notifications: setting(bool, false, 'Desktop notifications for channels.', notification),
  enable_stream_email_notifications: setting(bool, false, 'Email notifications for channels.', notification),
  enable_stream_push_notifications: setting(bool, false, 'Mobile notifications for channels.', notification),
  enable_stream_audible_notifications: setting(bool, false, 'Sound for channel messages.', notification),
  notification_sound: setting(
    z.enum([...availableNotificationSounds, 'none']),
    'zulip',
    'Notification sound, or `none`.',
    notification,
  ),
  enable_desktop_notifications: setting(
    bool,
    true,
    'Desktop notifications for direct messages and mentions.',
    notification,
  ),
  enable_sounds: setting(bool, true, 'Sound for direct messages and mentions.', notification),
  enable_followed_topic_desktop_notifications: setting(bool, true, 'Desktop notifications for followed topics.'),
  enable_followed_topic_email_notifications: setting(bool, true, 'Email notifications for followed topics.'),
  enable_followed_topic_push_notifications: setting(bool, true, 'Mobile notifications for followed topics.'),
  enable_followed_topic_audible_notifications: setting(bool, true, 'Sound for followed topics.'),
  enable_followed_topic_wildcard_mentions_notify: setting(
    bool,
    true,
    'Whether wildcard mentions in followed topics notify like personal ones.',
  ),
  wildcard_mentions_notify: setting(bool, true, 'Whether wildcard mentions notify like personal ones.', notification),
  email_notifications_batching_period_seconds: setting(
    z.int().min(1).max(604_800),
    120,
    'Seconds to wait before sending notifications, to batch them into one email.',
    notification,
  ),
  enable_offline_email_notifications: setting(
    bool,
    true,
    'Email notifications for direct messages and mentions while the user is away.',
    notification,
  ),
  enable_offline_push_notifications: setting(
    bool,
    true,
    'Mobile notifications for direct messages and mentions while the user is away.',
    notification,
  ),
  enable_online_push_notifications: setting(
    bool,
    true,
    'Mobile notifications for direct messages and mentions while the user is online.',
    notification,
  ),
  enable_digest_emails: setting(bool, true, 'Digest emails when the user has been away.', {
    ...notification,
    ...personal,
  }),
  enable_daily_digest_emails: setting(bool, false, 'Whether digests are daily instead of weekly.', {
    ...notification,
    ...personal,
  }),
  enable_marketing_emails: setting(bool, true, 'Product news by email.', {
    ...notification,
    ...personal,
    ...notInDefaults,
  }),
  enable_login_emails: setting(bool, true, 'Emails about new sign-ins to the account.', {
    ...notification,
    ...personal,
    ...notInDefaults,
  }),
  message_content_in_email_notifications: setting(
    bool,
    true,
    'Whether notification emails include message content.',
    notification,
  ),
  pm_content_in_desktop_notifications: setting(
    bool,
    true,
    'Whether desktop notifications show the text of direct messages.',
    notification,
  ),
  desktop_icon_count_display: setting(
    z.literal(Object.values(iconCounts)),
    iconCounts.unread,
    'Unread count badge: all unread messages (1), direct messages, mentions, and followed topics (2), direct messages and mentions (3), or none (4).',
    notification,
  ),
  realm_name_in_email_notifications_policy: setting(
    z.literal(Object.values(automaticAlwaysNever)),
    automaticAlwaysNever.automatic,
    "Whether email subjects include the organization's name: automatic (1), always (2), or never (3).",
    notification,
  ),
  automatically_follow_topics_policy: setting(
    z.literal(Object.values(topicOccasions)),
    topicOccasions.starting,
    'Topics to follow automatically: those the user participates in (1), sends to (2), starts (3), or none (4).',
  ),
  automatically_unmute_topics_in_muted_streams_policy: setting(
    z.literal(Object.values(topicOccasions)),
    topicOccasions.sending,
    'Topics to unmute automatically in muted channels, with the same values as for following.',
  ),
  automatically_follow_topics_where_mentioned: setting(
    bool,
    true,
    'Whether to follow topics automatically when mentioned.',
  ),
  resolved_topic_notice_auto_read_policy: setting(
    z.enum(['always', 'except_followed', 'never']),
    'except_followed',
    'Whether notices about resolved topics are marked as read.',
  ),
  call_ringing: setting(
    z.enum(callRingings),
    'sound',
    'What calls in direct conversations do: ring with a sound, only show that someone is calling, or neither.',
  ),
}

const privacySettings = {
  presence_enabled: setting(bool, true, 'Whether others see when the user is online.', {
    ...notification,
    ...personal,
  }),
  send_private_typing_notifications: setting(
    bool,
    true,
    'Whether others see the user typing direct messages.',
    personal,
  ),
  send_stream_typing_notifications: setting(bool, true, 'Whether others see the user typing in channels.', personal),
  receives_typing_notifications: setting(bool, true, 'Whether the user sees others typing.'),
  send_read_receipts: setting(bool, true, 'Whether others see what the user has read.', personal),
  calls_relay_only: setting(
    bool,
    false,
    'Whether calls hide the network address of the user from others by going through a relay.',
    personal,
  ),
  allow_private_data_export: setting(bool, false, "Whether administrators can export the user's private data.", {
    ...personal,
    ...notInDefaults,
  }),
  email_address_visibility: setting(
    z.literal(Object.values(emailVisibility)),
    emailVisibility.everyone,
    'Who can see the email address: everyone (1), members (2), administrators (3), nobody (4), or moderators (5).',
    personal,
  ),
}

/** Every personal setting by its API name. The time zone, which `user_settings` also has, is a field of the user. */
export const userSettings = {
  ...displaySettings,
  ...notificationSettings,
  ...privacySettings,
} satisfies Record<string, UserSetting>
export type UserSettingName = keyof typeof userSettings
export type UserSettings = {
  [K in UserSettingName]: (typeof userSettings)[K] extends UserSetting<infer S> ? z.output<S> : never
}

export const userSettingNames = Object.keys(userSettings) as UserSettingName[]
export const userSettingDefaults = Object.fromEntries(
  userSettingNames.map((name) => [name, userSettings[name].default]),
) as UserSettings

/**
 * Default settings for new users of organizations founded on the setup page, and of the demonstration. Organizations
 * created by command or import start with the defaults of the API.
 */
export const foundersDefaults: Readonly<Partial<UserSettings>> = { enter_sends: true }
