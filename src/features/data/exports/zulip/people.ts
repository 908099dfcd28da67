import { roles } from '#contract'
import { userSettingDefaults } from '../../../people/user-settings/settings.ts'
import { emailVisibility } from '../../../people/users/wire.ts'
import type { Recipients } from './recipients.ts'
import { type Snapped, seconds } from './row.ts'

export type AccountRow = Snapped<'account'>

/** Settings documented in the public API at feature level 372 or earlier, by column name. */
const settingNames = [
  ...['twenty_four_hour_time', 'starred_message_counts', 'high_contrast_mode', 'color_scheme', 'translate_emoticons'],
  ...['display_emoji_reaction_users', 'default_language', 'web_home_view', 'web_escape_navigates_to_home_view'],
  ...['left_side_userlist', 'emojiset', 'demote_inactive_streams', 'user_list_style', 'web_animate_image_previews'],
  ...['web_stream_unreads_count_display_policy', 'web_mark_read_on_scroll_policy', 'web_font_size_px'],
  ...['web_line_height_percent', 'web_navigate_to_sent_message', 'enter_sends', 'enable_drafts_synchronization'],
  ...['enable_stream_desktop_notifications', 'enable_stream_email_notifications'],
  ...['enable_stream_push_notifications', 'enable_stream_audible_notifications', 'notification_sound'],
  ...['enable_desktop_notifications', 'enable_sounds', 'wildcard_mentions_notify'],
  ...['enable_followed_topic_desktop_notifications', 'enable_followed_topic_email_notifications'],
  ...['enable_followed_topic_push_notifications', 'enable_followed_topic_audible_notifications'],
  ...['enable_followed_topic_wildcard_mentions_notify', 'email_notifications_batching_period_seconds'],
  ...['enable_offline_email_notifications', 'enable_offline_push_notifications', 'enable_online_push_notifications'],
  ...['enable_digest_emails', 'enable_marketing_emails', 'enable_login_emails', 'desktop_icon_count_display'],
  ...['message_content_in_email_notifications', 'pm_content_in_desktop_notifications'],
  ...['realm_name_in_email_notifications_policy', 'automatically_follow_topics_policy'],
  ...['automatically_unmute_topics_in_muted_streams_policy', 'automatically_follow_topics_where_mentioned'],
  ...['presence_enabled', 'send_private_typing_notifications', 'send_stream_typing_notifications'],
  ...['receives_typing_notifications', 'send_read_receipts', 'allow_private_data_export', 'email_address_visibility'],
] as const

export interface Surroundings {
  readonly orgId: number
  readonly host: string
  readonly defaults: Readonly<Record<string, unknown>>
  readonly recipients: Recipients
}

/** A row of `zerver_userprofile`, or of `zerver_userprofile_mirrordummy` for people known only from messages. */
export function personRow(account: AccountRow, { orgId, host, defaults, recipients }: Surroundings): object {
  const chosen: Readonly<Record<string, unknown>> = {
    ...userSettingDefaults,
    ...defaults,
    ...(account.settings as Record<string, unknown>),
  }
  const isOpen = account.bot_type !== null || chosen.email_address_visibility === emailVisibility.everyone
  return {
    id: account.id,
    realm: orgId,
    delivery_email: account.email,
    email: isOpen ? account.email : `user${account.id}@${host}`,
    full_name: account.full_name,
    role: account.role,
    is_staff: false,
    is_active: account.deactivated_at === null && !account.unclaimed,
    is_bot: account.bot_type !== null,
    bot_type: account.bot_type,
    bot_owner: account.bot_owner_id,
    is_mirror_dummy: account.unclaimed,
    recipient: recipients.person(account.id),
    timezone: account.timezone,
    date_joined: seconds(account.created_at),
    last_login: null,
    avatar_source: account.avatar_key === null ? 'G' : account.avatar_source,
    avatar_version: account.avatar_version,
    long_term_idle: false,
    last_active_message_id: null,
    can_create_users: false,
    can_change_user_emails: account.can_change_user_emails,
    ...Object.fromEntries(settingNames.map((name) => [name, chosen[name]])),
  }
}

/** System bots have the same addresses on every public server, which recognizes them when importing. */
export const crossRealmRow = (account: AccountRow, recipients: Recipients): object => ({
  id: account.id,
  email: `${account.email.split('@')[0]}@zulip.com`,
  recipient_id: recipients.person(account.id),
})

export function roleGroup(role: number): string {
  if (role <= roles.owner) return 'role:owners'
  if (role <= roles.administrator) return 'role:administrators'
  if (role <= roles.moderator) return 'role:moderators'
  return role >= roles.guest ? 'role:everyone' : 'role:members'
}
