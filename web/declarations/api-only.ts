import type { OrganizationSettingName } from '../../src/features/people/organization/settings.ts'
import type { UserSettingName } from '../../src/features/people/user-settings/settings.ts'

/** Personal settings that neither this client nor the server acts on: they can only be changed through the API. */
export const apiOnlyUserSettings = [
  'emojiset',
  'left_side_userlist',
  'hide_ai_features',
  'enable_marketing_emails',
] as const satisfies readonly UserSettingName[]

/** Organization settings that can only be changed through the API, or that the server sets. */
export const apiOnlyOrganizationSettings = [
  'org_type',
  'want_advertise_in_communities_directory',
  'zulip_update_announcements_stream_id',
  'send_welcome_emails',
  'full_member_messages_since',
  'require_e2ee_push_notifications',
  'gif_rating_policy',
  'can_summarize_topics_group',
  'can_manage_billing_group',
  'workplace_users_group',
] as const satisfies readonly OrganizationSettingName[]

export type ShownUserSetting = Exclude<UserSettingName, (typeof apiOnlyUserSettings)[number]>
export type ShownOrganizationSetting = Exclude<OrganizationSettingName, (typeof apiOnlyOrganizationSettings)[number]>
