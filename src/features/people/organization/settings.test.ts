import { expect, test } from 'vitest'
import { asGroupId, asUserId, codePoints, GroupSettingValue, z } from '#contract'
import { serverSupportedPermissionSettings } from './permission-settings.ts'
import { gifRatingPolicyOptions, registerConstants, videoChatProviders } from './register-constants.ts'
import {
  completeSettings,
  derivedSettingSchemas,
  derivedSettings,
  type OrganizationSetting,
  type OrganizationSettings,
  organizationColumns,
  organizationSettings,
  permissionSettings,
  type SystemGroupName,
  systemGroupNames,
  valueSettings,
} from './settings.ts'

const settings = Object.entries<OrganizationSetting>(organizationSettings)
const idOf = (name: SystemGroupName) => asGroupId(systemGroupNames.indexOf(name) + 1)
const nameOf = (id: number) => systemGroupNames[id - 1]
const defaults = completeSettings({}, idOf)
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Register keys at level 372 that start with `realm_`, without it. */
const keysOfLevel372 = `
  allow_edit_history allow_message_editing authentication_methods available_video_chat_providers
  avatar_changes_disabled billing bot_domain bots can_access_all_users_group can_add_custom_emoji_group
  can_add_subscribers_group can_create_bots_group can_create_groups can_create_private_channel_group
  can_create_public_channel_group can_create_web_public_channel_group can_create_write_only_bots_group
  can_delete_any_message_group can_delete_own_message_group can_invite_users_group can_manage_all_groups
  can_manage_billing_group can_mention_many_users_group can_move_messages_between_channels_group
  can_move_messages_between_topics_group can_resolve_topics_group can_summarize_topics_group
  create_multiuse_invite_group create_private_stream_policy create_public_stream_policy
  create_web_public_stream_policy date_created default_code_block_language default_external_accounts
  default_language default_stream_groups default_streams description digest_emails_enabled digest_weekday
  direct_message_initiator_group direct_message_permission_group disallow_disposable_email_addresses domains
  email_auth_enabled email_changes_disabled emails_restricted_to_domains embedded_bots emoji
  empty_topic_display_name enable_guest_user_dm_warning enable_guest_user_indicator enable_read_receipts
  enable_spectator_access filters giphy_rating icon_source icon_url incoming_webhook_bots inline_image_preview
  inline_url_embed_preview invite_required is_zephyr_mirror_realm jitsi_server_url linkifiers logo_source logo_url
  mandatory_topics message_content_allowed_in_email_notifications message_content_delete_limit_seconds
  message_content_edit_limit_seconds message_edit_history_visibility_policy message_retention_days
  moderation_request_channel_id move_messages_between_streams_limit_seconds
  move_messages_within_stream_limit_seconds name name_changes_disabled name_in_email_notifications_policy
  new_stream_announcements_stream_id night_logo_source night_logo_url non_active_users org_type
  password_auth_enabled plan_type playgrounds presence_disabled push_notifications_enabled
  push_notifications_enabled_end_timestamp require_unique_names send_welcome_emails
  signup_announcements_stream_id upload_quota_mib uri url user_groups user_settings_defaults users
  video_chat_provider waiting_period_threshold want_advertise_in_communities_directory wildcard_mention_policy
  zulip_update_announcements_stream_id`
  .trim()
  .split(/\s+/)

/** Including those only this server has. */
const keysAfterLevel372 = `
  can_manage_automations_group can_restrict_members_group can_set_delete_message_policy_group can_set_topics_policy_group can_start_calls_group default_avatar_source
  enable_mcp enable_mcp_registration
  gif_rating_policy join_gate join_questions joins_per_hour media_preview_size newcomer_direct_conversations_per_day newcomer_files_allowed
  full_member_messages full_member_messages_since newcomer_held_messages newcomer_links_per_message newcomer_mentions_per_message newcomer_messages_per_minute newcomer_reports_to_hide newcomer_topics_per_day
  owner_full_content_access public_moderation_log require_e2ee_push_notifications second_factor_required
  send_channel_events_messages
  topics_policy welcome_message_custom_text workplace_users_group`
  .trim()
  .split(/\s+/)

/** Data about the server or organization, and lists of other features. */
const ownedElsewhere = new Set(
  `available_video_chat_providers billing bot_domain bots date_created default_external_accounts default_stream_groups
  default_streams domains email_auth_enabled embedded_bots emoji empty_topic_display_name filters icon_source icon_url
  incoming_webhook_bots linkifiers logo_source logo_url name_in_email_notifications_policy night_logo_source
  night_logo_url non_active_users password_auth_enabled plan_type playgrounds push_notifications_enabled
  push_notifications_enabled_end_timestamp upload_quota_mib uri url user_groups user_settings_defaults users`
    .trim()
    .split(/\s+/),
)
/** Removed in level 426. */
const removed = new Set(['is_zephyr_mirror_realm'])

test('each register key since level 372 is a setting, column, derived, or owned elsewhere', () => {
  const derived = derivedSettingSchemas
  const homes = (key: string) =>
    [organizationSettings, organizationColumns, derived].filter((home) => key in home).length +
    Number(ownedElsewhere.has(key)) +
    Number(removed.has(key))
  for (const key of [...keysOfLevel372, ...keysAfterLevel372]) expect([key, homes(key)]).toEqual([key, 1])
  const known = new Set([...keysOfLevel372, ...keysAfterLevel372])
  for (const key of [...Object.keys(organizationSettings), ...Object.keys(derived)]) expect(known).toContain(key)
})

test('defaults satisfy their own schemas and survive JSON', () => {
  for (const [name, setting] of settings) {
    const value = defaults[name as keyof OrganizationSettings]
    expect([name, setting.schema.safeParse(value).data]).toEqual([name, value])
    expect(JSON.parse(JSON.stringify(value))).toEqual(value)
  }
})

test('request values for defaults parse to the defaults', () => {
  for (const [name, setting] of Object.entries(valueSettings))
    expect([name, setting.input.parse(setting.default)]).toEqual([name, setting.default])
})

test('stored values override defaults, including null and false', () => {
  const stored = { message_content_edit_limit_seconds: null, invite_required: false, can_create_groups: asGroupId(99) }
  expect(completeSettings(stored, idOf)).toMatchObject(stored)
  expect(defaults.can_create_groups).toBe(idOf('role:members'))
})

test('time limits are positive, or unlimited as null or a word', () => {
  for (const name of [
    'message_content_edit_limit_seconds',
    'message_content_delete_limit_seconds',
    'move_messages_within_stream_limit_seconds',
    'move_messages_between_streams_limit_seconds',
  ] as const) {
    const { schema, input } = valueSettings[name]
    expect(input.parse('unlimited')).toBeNull()
    expect(input.parse(null)).toBeNull()
    expect(input.parse(1)).toBe(1)
    for (const wrong of [0, -1, 1.5, '60']) expect(accepts(input, wrong)).toBe(false)
    expect(accepts(schema, 'unlimited')).toBe(false)
  }
})

test('message retention is a number of days or forever', () => {
  const { schema, input } = valueSettings.message_retention_days
  for (const forever of ['unlimited', -1, null]) expect(input.parse(forever)).toBe(-1)
  expect(input.parse(1)).toBe(1)
  for (const wrong of [0, -2, 'never']) expect(accepts(input, wrong)).toBe(false)
  expect(accepts(schema, null)).toBe(false)
})

test('a Jitsi server is a URL, or the default in several spellings', () => {
  const { input } = valueSettings.jitsi_server_url
  for (const none of ['default', '', null]) expect(input.parse(none)).toBeNull()
  const address = `https://calls.example/${'a'.repeat(178)}`
  expect(input.parse(address)).toBe(address)
  for (const wrong of [`${address}a`, 'calls.example', 'javascript:alert(1)', 1])
    expect(accepts(input, wrong)).toBe(false)
})

test('out-of-range values are refused', () => {
  const edges = {
    waiting_period_threshold: { good: [0, 1_000_000], bad: [-1, 1_000_001, '1'] },
    digest_weekday: { good: [0, 6], bad: [-1, 7] },
    gif_rating_policy: { good: [0, 5], bad: [-1, 6] },
    video_chat_provider: { good: [0, 1, 3, 8], bad: [2, 9] },
    newcomer_links_per_message: { good: [null, 'unlimited', 0, 10], bad: [-1, 11, 1.5, ''] },
    joins_per_hour: { good: [null, 'unlimited', 1, 1_000], bad: [0, 1_001, 1.5] },
    newcomer_held_messages: { good: [0, 10], bad: [-1, 11, null] },
    newcomer_reports_to_hide: { good: [0, 10], bad: [-1, 11, 1.5, null] },
    newcomer_mentions_per_message: { good: [null, 0, 20], bad: [-1, 21] },
    newcomer_messages_per_minute: { good: [null, 1, 60], bad: [0, 61] },
    newcomer_topics_per_day: { good: [null, 0, 100], bad: [-1, 101] },
    newcomer_direct_conversations_per_day: { good: [null, 0, 100], bad: [-1, 101] },
    media_preview_size: { good: [100, 150, 200], bad: [99, 250] },
    org_type: { good: [0, 35, 1000], bad: [1, 1001] },
    moderation_request_channel_id: { good: [-1, 1], bad: [0, -2, 1.5] },
    default_language: { good: ['de', 'pt-br', 'zh-Hans', 'fil'], bad: ['', 'english!', 'e', '../en'] },
    welcome_message_custom_text: { good: ['', '🍊'.repeat(8000)], bad: ['🍊'.repeat(8001)] },
    authentication_methods: { good: [{ Email: true, SAML: false }], bad: [[], { Email: 1 }] },
    topics_policy: { good: ['allow_empty_topic', 'disable_empty_topic'], bad: ['inherit', 'empty_topic_only'] },
  }
  for (const [name, { good, bad }] of Object.entries(edges)) {
    const { input } = valueSettings[name as keyof typeof edges]
    for (const value of good) expect([name, value, accepts(input, value)]).toEqual([name, value, true])
    for (const value of bad) expect([name, value, accepts(input, value)]).toEqual([name, value, false])
  }
})

test("an organization's name is trimmed and has 1 to 40 characters", () => {
  const { schema } = organizationColumns.name
  expect(schema.parse('  Orchard ')).toBe('Orchard')
  expect(accepts(schema, '   ')).toBe(false)
  expect(accepts(schema, '🍊'.repeat(40))).toBe(true)
  expect(accepts(schema, '🍊'.repeat(41))).toBe(false)
})

test('each setting is described in one short sentence', () => {
  for (const [name, { doc }] of settings) expect([name, doc]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/s)])
})

test('legacy policies name the smallest role that includes everyone with the permission', () => {
  const policies = (group: GroupSettingValue) => {
    const settings = {
      ...defaults,
      can_create_public_channel_group: group,
      can_create_web_public_channel_group: group,
      can_mention_many_users_group: group,
    }
    const derived = derivedSettings(settings, nameOf)
    return [
      derived.create_public_stream_policy,
      derived.create_web_public_stream_policy,
      derived.wildcard_mention_policy,
    ]
  }
  expect(policies(idOf('role:everyone'))).toEqual([1, 4, 1])
  expect(policies(idOf('role:members'))).toEqual([1, 4, 2])
  expect(policies(idOf('role:fullmembers'))).toEqual([3, 4, 3])
  expect(policies(idOf('role:moderators'))).toEqual([4, 4, 7])
  expect(policies(idOf('role:administrators'))).toEqual([2, 2, 5])
  expect(policies(idOf('role:owners'))).toEqual([2, 7, 5])
  expect(policies(idOf('role:nobody'))).toEqual([2, 6, 6])
  expect(policies(asGroupId(1234))).toEqual([1, 4, 1])
  expect(policies({ direct_members: [asUserId(7)], direct_subgroups: [idOf('role:owners')] })).toEqual([1, 4, 1])
})

test('derived settings match their schemas', () => {
  const derived = derivedSettings(defaults, nameOf)
  expect(z.strictObject(derivedSettingSchemas).parse(derived)).toEqual(derived)
})

test('legacy settings follow their replacements', () => {
  const derived = (changes: Partial<OrganizationSettings>) => derivedSettings({ ...defaults, ...changes }, nameOf)
  expect(derived({ message_edit_history_visibility_policy: 'moves' }).allow_edit_history).toBe(true)
  expect(derived({ message_edit_history_visibility_policy: 'none' }).allow_edit_history).toBe(false)
  expect(derived({ topics_policy: 'disable_empty_topic' }).mandatory_topics).toBe(true)
  expect(derived({}).mandatory_topics).toBe(false)
  expect(derived({ gif_rating_policy: gifRatingPolicyOptions['pg-13'].id }).giphy_rating).toBe(
    gifRatingPolicyOptions['pg-13'].id,
  )
})

test('each permission accepts its default group', () => {
  const { realm, stream, group } = serverSupportedPermissionSettings
  for (const [name, rules] of Object.entries({ ...realm, ...stream, ...group })) {
    const byDefault = [rules.default_group_name, rules.default_for_system_groups].filter((one) => one !== null)
    const { allowed_system_groups: allowed } = rules
    for (const one of byDefault) {
      if (one === 'role:nobody') expect([name, rules.allow_nobody_group]).toEqual([name, true])
      if (one === 'role:everyone') expect([name, rules.allow_everyone_group]).toEqual([name, true])
      if (one === 'role:internet') expect([name, rules.allow_internet_group]).toEqual([name, true])
      if (allowed.length > 0) expect(allowed).toContain(one)
    }
    for (const one of allowed) {
      if (one === 'role:nobody') expect([name, rules.allow_nobody_group]).toEqual([name, true])
      if (one === 'role:everyone') expect([name, rules.allow_everyone_group]).toEqual([name, true])
    }
  }
  expect(Object.keys(realm)).toEqual(Object.keys(permissionSettings))
  expect(Object.keys(stream)).toHaveLength(11)
  expect(Object.keys(group)).toHaveLength(6)
})

test('permissions take groups, and people with groups', () => {
  expect(accepts(GroupSettingValue, 7)).toBe(true)
  expect(accepts(GroupSettingValue, { direct_members: [1], direct_subgroups: [] })).toBe(true)
  expect(accepts(GroupSettingValue, 'role:members')).toBe(false)
})

test("option IDs are unique, and the empty topic's name fits a topic", () => {
  for (const options of [gifRatingPolicyOptions, videoChatProviders]) {
    const ids = Object.values(options).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  }
  expect(codePoints(registerConstants.realm_empty_topic_display_name)).toBeLessThan(registerConstants.max_topic_length)
})
