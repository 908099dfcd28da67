import { expect, test } from 'vitest'
import type { z } from '#contract'
import {
  availableNotificationSounds,
  emojisetChoices,
  type UserSetting,
  userSettingDefaults,
  userSettingNames,
  userSettings,
} from './settings.ts'

const settings = Object.entries<UserSetting>(userSettings)
const named = (wanted: (setting: UserSetting) => boolean) =>
  settings.flatMap(([name, setting]) => (wanted(setting) ? [name] : [])).sort()
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success
const words = (text: string) => text.trim().split(/\s+/).sort()

test('the settings are those of the API at level 493 and our own', () => {
  const level372 = `
    allow_private_data_export automatically_follow_topics_policy automatically_follow_topics_where_mentioned
    automatically_unmute_topics_in_muted_streams_policy color_scheme default_language demote_inactive_streams
    desktop_icon_count_display display_emoji_reaction_users email_address_visibility
    email_notifications_batching_period_seconds emojiset enable_daily_digest_emails enable_desktop_notifications enable_digest_emails
    enable_drafts_synchronization enable_followed_topic_audible_notifications
    enable_followed_topic_desktop_notifications enable_followed_topic_email_notifications
    enable_followed_topic_push_notifications enable_followed_topic_wildcard_mentions_notify enable_login_emails
    enable_marketing_emails enable_offline_email_notifications enable_offline_push_notifications
    enable_online_push_notifications enable_sounds enable_stream_audible_notifications
    enable_stream_desktop_notifications enable_stream_email_notifications enable_stream_push_notifications
    enter_sends fluid_layout_width hide_ai_features high_contrast_mode left_side_userlist
    message_content_in_email_notifications notification_sound pm_content_in_desktop_notifications presence_enabled
    realm_name_in_email_notifications_policy receives_typing_notifications send_private_typing_notifications
    send_read_receipts send_stream_typing_notifications starred_message_counts translate_emoticons
    twenty_four_hour_time user_list_style web_animate_image_previews web_channel_default_view
    web_escape_navigates_to_home_view web_font_size_px web_home_view web_line_height_percent
    web_mark_read_on_scroll_policy web_navigate_to_sent_message web_stream_unreads_count_display_policy
    web_suggest_update_timezone wildcard_mentions_notify`
  const later = `
    resolved_topic_notice_auto_read_policy web_inbox_show_channel_folders web_left_sidebar_show_channel_folders
    web_left_sidebar_unreads_count_summary`
  const own = ' call_ringing calls_relay_only'
  expect(userSettingNames.toSorted()).toEqual(words(level372 + later + own))
})

test('a few settings have no default for administrators to change', () => {
  expect(named((setting) => !setting.inDefaults)).toEqual(
    words('allow_private_data_export default_language enable_login_emails enable_marketing_emails'),
  )
})

test("administrators can't change other users' privacy settings", () => {
  expect(named((setting) => !setting.bulkAllowed)).toEqual(
    words(`allow_private_data_export calls_relay_only email_address_visibility enable_daily_digest_emails enable_digest_emails enable_login_emails
      enable_marketing_emails presence_enabled send_read_receipts send_private_typing_notifications
      send_stream_typing_notifications`),
  )
})

test('defaults satisfy their schemas, are valid input, and survive JSON', () => {
  for (const [name, setting] of settings) {
    expect([name, setting.schema.safeParse(setting.default).data]).toEqual([name, setting.default])
    expect([name, setting.input.parse(setting.default)]).toEqual([name, setting.default])
  }
  expect(JSON.parse(JSON.stringify(userSettingDefaults))).toEqual(userSettingDefaults)
})

test('out-of-range values are refused', () => {
  const edges = {
    web_home_view: { good: ['recent_topics', 'recent', 'inbox', 'all_messages'], bad: ['feed', ''] },
    color_scheme: { good: [1, 3], bad: [0, 4, '1'] },
    web_channel_default_view: { good: [1, 4], bad: [0, 5] },
    desktop_icon_count_display: { good: [1, 4], bad: [0, 5] },
    email_address_visibility: { good: [1, 5], bad: [0, 6] },
    email_notifications_batching_period_seconds: { good: [1, 604_800], bad: [0, -1, 604_801, 1.5] },
    web_font_size_px: { good: [8, 14, 40], bad: [7, 41, 14.5] },
    web_line_height_percent: { good: [80, 122, 300], bad: [79, 301] },
    default_language: {
      good: ['en', 'pt-br', 'zh-Hans', 'zh_TW'],
      bad: ['', 'en!', 'xx', 'qqq', 'en-xx', 'x'.repeat(51)],
    },
    emojiset: { good: ['google', 'google-blob', 'twitter', 'text'], bad: ['apple', ''] },
    notification_sound: { good: ['ding', 'zulip', 'none'], bad: ['', '../../etc/passwd'] },
    starred_message_counts: { good: [true, false], bad: ['true', 1, null] },
    resolved_topic_notice_auto_read_policy: { good: ['always', 'except_followed', 'never'], bad: ['sometimes'] },
  }
  for (const [name, { good, bad }] of Object.entries(edges)) {
    const { input } = userSettings[name as keyof typeof edges]
    for (const value of good) expect([name, value, accepts(input, value)]).toEqual([name, value, true])
    for (const value of bad) expect([name, value, accepts(input, value)]).toEqual([name, value, false])
  }
})

test('available sounds and emoji sets can be chosen', () => {
  for (const sound of availableNotificationSounds)
    expect(accepts(userSettings.notification_sound.input, sound)).toBe(true)
  expect(emojisetChoices.map(({ key }) => key)).toEqual(userSettings.emojiset.schema.options)
})

test('each setting is described in one short sentence', () => {
  for (const [name, { doc }] of settings) expect([name, doc]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/s)])
})
