import type { ShownUserSetting } from '../settings/api-only.ts'
import { names } from './en.ts'
import { spokenNames } from './language-names.ts'

interface UserSettingText {
  readonly label: string
  readonly help?: string
  /** What its values are called, in the order of a list. */
  readonly choices?: readonly (readonly [value: string | number, label: string])[]
  /** What a number counts. */
  readonly unit?: string
}

const automatic: UserSettingText['choices'] = [
  [1, 'Automatically'],
  [2, 'Always'],
  [3, 'Never'],
]
const occasions: UserSettingText['choices'] = [
  [1, 'Topics you take part in'],
  [2, 'Topics you send to'],
  [3, 'Topics you start'],
  [4, 'None'],
]

/** What each personal setting is called and does. */
export const enUserSettings: Readonly<Record<ShownUserSetting, UserSettingText>> = {
  color_scheme: {
    label: 'Colors',
    help: 'Of this and every other app that asks the server.',
    choices: [
      [1, 'As the device'],
      [3, 'Light'],
      [2, 'Dark'],
    ],
  },
  high_contrast_mode: {
    label: 'More contrast',
    help: 'Lines and side remarks stand out as the text does. The wish of your device for more contrast counts anyway.',
  },
  default_language: {
    label: 'Language',
    help: `Of these pages, of emails and of apps, as far as they speak it. These pages speak ${names.format(spokenNames)}; otherwise they are in English.`,
  },
  twenty_four_hour_time: {
    label: 'Times from 0 to 24',
    help: '15:00 in place of 3:00 PM. Otherwise as your device writes times.',
  },
  web_font_size_px: { label: 'Size of letters', help: '16 is usual.', unit: 'pixels' },
  web_line_height_percent: {
    label: 'Height of lines',
    help: 'Of messages. 140 is usual; 122 is compact.',
    unit: 'percent',
  },
  fluid_layout_width: { label: 'Use the whole width', help: 'Messages get as wide as the window lets them.' },
  enter_sends: { label: 'Enter sends', help: 'Otherwise Ctrl and Enter do, and Enter begins a new line.' },
  enable_drafts_synchronization: {
    label: 'Drafts on all devices',
    help: 'What you have begun to write is kept on the server too.',
  },
  translate_emoticons: { label: 'Turn emoticons into emoji', help: ':) becomes 🙂 as you send it.' },
  display_emoji_reaction_users: {
    label: 'Names beside reactions',
    help: 'Where a message has few of them; otherwise their number.',
  },
  web_home_view: {
    label: 'What opens first',
    help: 'Escape leads there too.',
    choices: [
      ['inbox', 'Inbox'],
      ['recent', 'Recent conversations'],
      ['all_messages', 'Combined feed'],
    ],
  },
  web_escape_navigates_to_home_view: { label: 'Escape leads home', help: 'To what opens first.' },
  web_navigate_to_sent_message: {
    label: 'Follow what you send',
    help: 'The view goes to the conversation that you have just written to.',
  },
  web_mark_read_on_scroll_policy: {
    label: 'Mark messages as read when they are seen',
    choices: [
      [1, 'Everywhere'],
      [2, 'In conversations only'],
      [3, 'Never'],
    ],
  },
  web_channel_default_view: {
    label: 'Channel view',
    help: 'What a click on a channel in the sidebar opens.',
    choices: [
      [1, 'Latest topic'],
      [4, 'Latest unread topic'],
      [2, 'All messages'],
      [3, 'List of topics'],
    ],
  },
  resolved_topic_notice_auto_read_policy: {
    label: 'Notices that a topic was resolved are read at once',
    choices: [
      ['always', 'Always'],
      ['except_followed', 'Except in topics you follow'],
      ['never', 'Never'],
    ],
  },
  user_list_style: {
    label: 'People beside the messages',
    choices: [
      [1, 'Names only'],
      [2, 'With what they are doing'],
      [3, 'With that and their pictures'],
    ],
  },
  web_animate_image_previews: {
    label: 'Moving pictures move',
    help: 'In messages. Where your device wishes for less motion, never by themselves.',
    choices: [
      ['always', 'Always'],
      ['on_hover', 'Under the pointer'],
      ['never', 'When they are opened'],
    ],
  },
  web_stream_unreads_count_display_policy: {
    label: 'Unread counts beside channels',
    choices: [
      [1, 'All of them'],
      [2, 'Unmuted ones'],
      [3, 'None'],
    ],
  },
  web_left_sidebar_unreads_count_summary: {
    label: 'Sums of unread counts',
    help: 'Beside folded parts of the sidebar.',
  },
  web_left_sidebar_show_channel_folders: {
    label: 'Folders in the sidebar',
    help: 'Channels stand in their folders there.',
  },
  web_inbox_show_channel_folders: { label: 'Folders in the inbox', help: 'Channels stand in their folders there.' },
  starred_message_counts: { label: 'Count starred messages' },
  receives_typing_notifications: { label: 'See who is typing' },
  demote_inactive_streams: {
    label: 'Quiet channels move down',
    help: 'In the sidebar and the inbox, where nobody has written for half a year. Automatically: with more than 30 channels.',
    choices: automatic,
  },
  web_suggest_update_timezone: {
    label: 'Offer a new time zone',
    help: 'Your profile page offers that of your device, where it is another one.',
  },

  enable_desktop_notifications: { label: 'Direct messages, mentions and alert words: on the screen' },
  enable_sounds: { label: 'Direct messages, mentions and alert words: by a sound' },
  enable_offline_push_notifications: { label: 'Direct messages, mentions and alert words: on your phone' },
  enable_offline_email_notifications: { label: 'Direct messages, mentions and alert words: by email' },
  enable_followed_topic_desktop_notifications: { label: 'Followed topics: on the screen' },
  enable_followed_topic_audible_notifications: { label: 'Followed topics: by a sound' },
  enable_followed_topic_push_notifications: { label: 'Followed topics: on your phone' },
  enable_followed_topic_email_notifications: { label: 'Followed topics: by email' },
  enable_followed_topic_wildcard_mentions_notify: {
    label: 'Followed topics: mentions of everybody',
    help: 'They notify you as those of yourself do.',
  },
  enable_stream_desktop_notifications: { label: 'Channels: on the screen' },
  enable_stream_audible_notifications: { label: 'Channels: by a sound' },
  enable_stream_push_notifications: { label: 'Channels: on your phone' },
  enable_stream_email_notifications: { label: 'Channels: by email' },
  wildcard_mentions_notify: {
    label: 'Channels: mentions of everybody',
    help: 'They notify you as those of yourself do.',
  },
  notification_sound: { label: 'Sound' },
  pm_content_in_desktop_notifications: { label: 'Show the text of direct messages' },
  desktop_icon_count_display: {
    label: 'The number on the icon counts',
    choices: [
      [1, 'All unread messages'],
      [2, 'Direct messages, mentions and followed topics'],
      [3, 'Direct messages and mentions'],
      [4, 'Nothing'],
    ],
  },
  enable_online_push_notifications: {
    label: 'Notify your phone while you are here too',
    help: 'Otherwise only while you are away.',
  },
  email_notifications_batching_period_seconds: {
    label: 'Gather emails for',
    help: 'What comes within that time comes in one email.',
    choices: [
      [120, '2 minutes'],
      [300, '5 minutes'],
      [600, '10 minutes'],
      [1800, '30 minutes'],
      [3600, '1 hour'],
      [21_600, '6 hours'],
      [86_400, '1 day'],
      [604_800, '1 week'],
    ],
  },
  message_content_in_email_notifications: {
    label: 'Messages stand in emails',
    help: 'Otherwise they only say that there are some.',
  },
  realm_name_in_email_notifications_policy: {
    label: 'Name of the organization in subjects',
    help: 'Automatically: where you belong to several.',
    choices: automatic,
  },
  enable_digest_emails: {
    label: 'What you have missed, when you were long away',
    help: 'A mail in the morning that sums up what is unread in channels, where your organization sends such.',
  },
  enable_daily_digest_emails: {
    label: 'Each day instead of each week',
    help: 'After a day away, rather than after three days.',
  },
  enable_login_emails: { label: 'New sign-ins to your account' },
  automatically_follow_topics_policy: { label: 'Follow automatically', choices: occasions },
  automatically_follow_topics_where_mentioned: { label: 'Follow topics in which you are mentioned' },
  automatically_unmute_topics_in_muted_streams_policy: {
    label: 'Unmute automatically in muted channels',
    choices: occasions,
  },

  presence_enabled: { label: 'Others see whether you are here' },
  send_private_typing_notifications: { label: 'Others see you typing direct messages' },
  send_stream_typing_notifications: { label: 'Others see you typing in channels' },
  send_read_receipts: { label: 'Others see what you have read' },
  allow_private_data_export: {
    label: 'Administrators may export your direct messages',
    help: 'In exports of the whole organization; public data is in them anyway.',
  },
  email_address_visibility: {
    label: 'Who sees your email address',
    choices: [
      [1, 'Everybody'],
      [2, 'Members'],
      [5, 'Moderators and administrators'],
      [3, 'Administrators'],
      [4, 'Nobody'],
    ],
  },
}
