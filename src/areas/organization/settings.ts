import { bool, type GroupId, type GroupSettingValue, text, z } from '#contract'
import { maxOrganizationDescriptionLength, maxOrganizationNameLength } from './register-constants.ts'
import type { OrganizationSetting, SystemGroupName, ValueSetting } from './settings/declaration.ts'
import { membershipSettings } from './settings/membership.ts'
import { messageSettings } from './settings/messages.ts'
import { permissionSettings } from './settings/permissions.ts'

export * from './settings/declaration.ts'
export { organizationTypes } from './settings/membership.ts'
export { permissionSettings }

/** The settings whose values are plain, as opposed to permissions. */
export const valueSettings = { ...messageSettings, ...membershipSettings }

/** Every organization setting by its name on the wire, without the `realm_` of register. */
export const organizationSettings = { ...permissionSettings, ...valueSettings } satisfies Record<
  string,
  OrganizationSetting
>
export type OrganizationSettingName = keyof typeof organizationSettings
export type PermissionSettingName = keyof typeof permissionSettings
type ValueSettingName = keyof typeof valueSettings

export type OrganizationSettings = {
  [K in ValueSettingName]: (typeof valueSettings)[K] extends ValueSetting<infer S> ? z.output<S> : never
} & { [K in PermissionSettingName]: GroupSettingValue }

/** What `PATCH /realm` changes beside the settings: columns of the organization itself, without a common default. */
export const organizationColumns = {
  name: {
    schema: text({ trim: true, min: 1, max: maxOrganizationNameLength }),
    change: 'administrator',
    doc: 'Name of the organization.',
  },
  description: {
    schema: text({ max: maxOrganizationDescriptionLength }),
    change: 'administrator',
    doc: 'Markdown text about the organization, shown to people who log in or register.',
  },
} as const

/** Stored values (those that differ from the default) completed to all settings. */
export function completeSettings(
  stored: Partial<OrganizationSettings>,
  systemGroupId: (name: SystemGroupName) => GroupId,
): OrganizationSettings {
  const settings: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(organizationSettings)) {
    const initial = setting.kind === 'permission' ? systemGroupId(setting.defaultGroup) : setting.default
    const own = stored[name as OrganizationSettingName]
    settings[name] = own === undefined ? initial : own
  }
  return settings as OrganizationSettings
}

const channelPolicy = z.literal([1, 2, 3, 4])

/** compat: deprecated keys of register, without `realm_`; never stored and not accepted by `PATCH /realm`. */
export const derivedSettingSchemas = {
  allow_edit_history: bool,
  mandatory_topics: bool,
  giphy_rating: valueSettings.gif_rating_policy.schema,
  create_public_stream_policy: channelPolicy,
  create_private_stream_policy: channelPolicy,
  create_web_public_stream_policy: z.literal([2, 4, 6, 7]),
  wildcard_mention_policy: z.literal([1, 2, 3, 5, 6, 7]),
}
type DerivedSettings = { [K in keyof typeof derivedSettingSchemas]: z.output<(typeof derivedSettingSchemas)[K]> }

type Policies<K extends keyof DerivedSettings> = Partial<Record<SystemGroupName, DerivedSettings[K]>>

const channelPolicies: Policies<'create_public_stream_policy'> = {
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:administrators': 2,
  'role:owners': 2,
  'role:nobody': 2,
}
const webPublicPolicies: Policies<'create_web_public_stream_policy'> = {
  'role:administrators': 2,
  'role:owners': 7,
  'role:nobody': 6,
}
const wildcardPolicies: Policies<'wildcard_mention_policy'> = {
  'role:members': 2,
  'role:fullmembers': 3,
  'role:moderators': 7,
  'role:administrators': 5,
  'role:owners': 5,
  'role:nobody': 6,
}

/** An old policy knows roles only: it names the smallest one whose people include everybody with the permission. */
export function derivedSettings(
  settings: OrganizationSettings,
  systemGroupName: (id: GroupId) => SystemGroupName | undefined,
): DerivedSettings {
  const policy = <P>(value: GroupSettingValue, policies: Partial<Record<SystemGroupName, P>>, widest: P): P => {
    const group = typeof value === 'number' ? systemGroupName(value) : undefined
    return (group && policies[group]) ?? widest
  }
  return {
    allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    giphy_rating: settings.gif_rating_policy,
    create_public_stream_policy: policy(settings.can_create_public_channel_group, channelPolicies, 1),
    create_private_stream_policy: policy(settings.can_create_private_channel_group, channelPolicies, 1),
    create_web_public_stream_policy: policy(settings.can_create_web_public_channel_group, webPublicPolicies, 4),
    wildcard_mention_policy: policy(settings.can_mention_many_users_group, wildcardPolicies, 1),
  }
}
