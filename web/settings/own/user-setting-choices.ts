import type { ShownUserSetting } from '../../declarations/api-only.ts'

const automatic = [1, 2, 3]
const occasions = [1, 2, 3, 4]

/** The values of settings with choices, in display order. */
export const choicesOf: Readonly<Partial<Record<ShownUserSetting, readonly (number | string)[]>>> = {
  color_scheme: [1, 3, 2],
  web_home_view: ['inbox', 'recent', 'all_messages'],
  web_mark_read_on_scroll_policy: [1, 2, 3],
  web_channel_default_view: [1, 4, 2, 3],
  resolved_topic_notice_auto_read_policy: ['always', 'except_followed', 'never'],
  user_list_style: [1, 2, 3],
  web_animate_image_previews: ['always', 'on_hover', 'never'],
  web_stream_unreads_count_display_policy: [1, 2, 3],
  demote_inactive_streams: automatic,
  desktop_icon_count_display: [1, 2, 3, 4],
  email_notifications_batching_period_seconds: [120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800],
  realm_name_in_email_notifications_policy: automatic,
  automatically_follow_topics_policy: occasions,
  automatically_unmute_topics_in_muted_streams_policy: occasions,
  call_ringing: ['sound', 'silent', 'off'],
  email_address_visibility: [1, 2, 5, 3, 4],
}
