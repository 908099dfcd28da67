import type { ShownUserSetting } from '../settings/api-only.ts'
import { names } from './en.ts'
import { spokenNames } from './language-names.ts'

interface UserSettingText {
  readonly label: string
  readonly help?: string
  /** In the order they are listed. */
  readonly choices?: readonly (readonly [value: string | number, label: string])[]
  readonly unit?: string
}

const automatic: UserSettingText['choices'] = [
  [1, 'Automatic'],
  [2, 'Always'],
  [3, 'Never'],
]
const occasions: UserSettingText['choices'] = [
  [1, 'Topics you participate in'],
  [2, 'Topics you post in'],
  [3, 'Topics you start'],
  [4, 'None'],
]

/** What each personal setting is called and does. */
export const enUserSettings: Readonly<Record<ShownUserSetting, UserSettingText>> = {
  color_scheme: {
    label: 'Theme',
    help: 'Applies to all your browsers and apps.',
    choices: [
      [1, 'System'],
      [3, 'Light'],
      [2, 'Dark'],
    ],
  },
  high_contrast_mode: {
    label: 'High contrast',
    help: 'Increases the contrast of borders and secondary text. Always on if your device asks for more contrast.',
  },
  default_language: {
    label: 'Language',
    help: `For the app and your emails. The app is available in ${names.format(spokenNames)}. Otherwise, it’s in English.`,
  },
  twenty_four_hour_time: {
    label: '24-hour time',
    help: 'Shows 15:00 instead of 3:00 PM. When off, uses your device’s format.',
  },
  web_font_size_px: { label: 'Font size', help: 'Default: 16', unit: 'pixels' },
  web_line_height_percent: {
    label: 'Line spacing',
    help: 'Default: 140 · Compact: 122',
    unit: 'percent',
  },
  fluid_layout_width: { label: 'Use full window width', help: 'Lets messages fill the whole window.' },
  enter_sends: { label: 'Enter to send', help: 'When off, Ctrl+Enter sends and Enter starts a new line.' },
  enable_drafts_synchronization: {
    label: 'Sync drafts across devices',
    help: 'Saves your drafts on the server.',
  },
  translate_emoticons: { label: 'Convert emoticons to emoji', help: 'Sends :) as 🙂.' },
  display_emoji_reaction_users: {
    label: 'Show names on reactions',
    help: 'If a message has only a few. Otherwise, shows a count.',
  },
  web_home_view: {
    label: 'Home view',
    help: 'Opens when you start Loquat.',
    choices: [
      ['inbox', 'Inbox'],
      ['recent', 'Recent conversations'],
      ['all_messages', 'Combined feed'],
    ],
  },
  web_escape_navigates_to_home_view: { label: 'Esc to go home', help: 'Pressing Esc opens your home view.' },
  web_navigate_to_sent_message: {
    label: 'Go to messages you send',
    help: 'Opens the conversation you just posted in.',
  },
  web_mark_read_on_scroll_policy: {
    label: 'Mark messages as read when you see them',
    choices: [
      [1, 'Everywhere'],
      [2, 'Only in conversations'],
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
    label: 'Mark “topic resolved” notices as read',
    choices: [
      ['always', 'Always'],
      ['except_followed', 'Except in followed topics'],
      ['never', 'Never'],
    ],
  },
  user_list_style: {
    label: 'User list',
    choices: [
      [1, 'Names'],
      [2, 'Names and status'],
      [3, 'Names, status, and pictures'],
    ],
  },
  web_animate_image_previews: {
    label: 'Play animated images',
    help: 'Never automatic if your device is set to reduce motion.',
    choices: [
      ['always', 'Always'],
      ['on_hover', 'On hover'],
      ['never', 'When opened'],
    ],
  },
  web_stream_unreads_count_display_policy: {
    label: 'Channel unread counts',
    choices: [
      [1, 'All'],
      [2, 'Unmuted'],
      [3, 'None'],
    ],
  },
  web_left_sidebar_unreads_count_summary: {
    label: 'Show total unread counts',
    help: 'For collapsed sections of the sidebar.',
  },
  web_left_sidebar_show_channel_folders: {
    label: 'Show folders in the sidebar',
    help: 'Groups channels by folder.',
  },
  web_inbox_show_channel_folders: { label: 'Show folders in the inbox', help: 'Groups channels by folder.' },
  starred_message_counts: { label: 'Show number of starred messages' },
  receives_typing_notifications: { label: 'Show who’s typing' },
  demote_inactive_streams: {
    label: 'Move inactive channels down',
    help: 'In the sidebar and the inbox, if nobody has posted for six months. Automatic: if you have more than 30 channels.',
    choices: automatic,
  },
  web_suggest_update_timezone: {
    label: 'Suggest time zone changes',
    help: 'When your device is in a different time zone, your profile page offers to switch.',
  },

  enable_desktop_notifications: { label: 'Direct messages, mentions, and alert words: desktop' },
  enable_sounds: { label: 'Direct messages, mentions, and alert words: sound' },
  enable_offline_push_notifications: { label: 'Direct messages, mentions, and alert words: mobile' },
  enable_offline_email_notifications: { label: 'Direct messages, mentions, and alert words: email' },
  enable_followed_topic_desktop_notifications: { label: 'Followed topics: desktop' },
  enable_followed_topic_audible_notifications: { label: 'Followed topics: sound' },
  enable_followed_topic_push_notifications: { label: 'Followed topics: mobile' },
  enable_followed_topic_email_notifications: { label: 'Followed topics: email' },
  enable_followed_topic_wildcard_mentions_notify: {
    label: 'Followed topics: @all',
    help: 'Treats @all like a mention of you.',
  },
  enable_stream_desktop_notifications: { label: 'Channels: desktop' },
  enable_stream_audible_notifications: { label: 'Channels: sound' },
  enable_stream_push_notifications: { label: 'Channels: mobile' },
  enable_stream_email_notifications: { label: 'Channels: email' },
  wildcard_mentions_notify: {
    label: 'Channels: @all',
    help: 'Treats @all like a mention of you.',
  },
  notification_sound: { label: 'Notification sound' },
  pm_content_in_desktop_notifications: { label: 'Show text of direct messages' },
  desktop_icon_count_display: {
    label: 'Unread count on the icon',
    choices: [
      [1, 'All unread messages'],
      [2, 'Direct messages, mentions, and followed topics'],
      [3, 'Direct messages and mentions'],
      [4, 'None'],
    ],
  },
  enable_online_push_notifications: {
    label: 'Send mobile notifications while you’re online',
    help: 'When off, only while you’re away.',
  },
  email_notifications_batching_period_seconds: {
    label: 'Batch emails every',
    help: 'Combines all notifications from this time into one email.',
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
    label: 'Include message content in emails',
    help: 'When off, emails only say that you have new messages.',
  },
  realm_name_in_email_notifications_policy: {
    label: 'Include organization name in the subject',
    help: 'Automatic: if you belong to more than one organization.',
    choices: automatic,
  },
  enable_digest_emails: {
    label: 'Weekly digest',
    help: 'A morning summary of unread channel messages after three days away, if your organization sends digests.',
  },
  enable_daily_digest_emails: {
    label: 'Send digest daily',
    help: 'After one day away instead of three.',
  },
  enable_login_emails: { label: 'New sign-ins to your account' },
  automatically_follow_topics_policy: { label: 'Follow automatically', choices: occasions },
  automatically_follow_topics_where_mentioned: { label: 'Follow topics where you’re mentioned' },
  automatically_unmute_topics_in_muted_streams_policy: {
    label: 'Unmute automatically in muted channels',
    choices: occasions,
  },

  presence_enabled: { label: 'Show when you’re online' },
  send_private_typing_notifications: { label: 'Show when you’re typing in direct messages' },
  send_stream_typing_notifications: { label: 'Show when you’re typing in channels' },
  send_read_receipts: { label: 'Send read receipts' },
  allow_private_data_export: {
    label: 'Let administrators export your direct messages',
    help: 'In exports of the whole organization. Public data is always included.',
  },
  email_address_visibility: {
    label: 'Who can see your email',
    choices: [
      [1, 'Everyone'],
      [2, 'Members'],
      [5, 'Moderators and administrators'],
      [3, 'Administrators'],
      [4, 'Nobody'],
    ],
  },
}
