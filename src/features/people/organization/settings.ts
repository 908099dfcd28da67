import { bool, type GroupId, type GroupSettingValue, text, z } from '#contract'
import { maxOrganizationDescriptionLength, maxOrganizationNameLength } from './register-constants.ts'
import type { OrganizationSetting, ValueSetting } from './settings/declaration.ts'
import { membershipSettings } from './settings/membership.ts'
import { messageSettings } from './settings/messages.ts'
import { newcomerSettings } from './settings/newcomers.ts'
import { permissionSettings } from './settings/permissions.ts'

import type { SystemGroupName } from './system-group-rules.ts'

export * from './settings/declaration.ts'
export type { NewcomerSettings } from './settings/newcomers.ts'
export { type SystemGroupName, systemGroupNames } from './system-group-rules.ts'
export { permissionSettings }

export const valueSettings = { ...messageSettings, ...membershipSettings, ...newcomerSettings }

/** Every organization setting by its API name, without register's `realm_`. */
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

/** Columns of the organization that `PATCH /realm` can change besides settings; they have no defaults. */
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

/** Adds defaults to the stored values. */
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

/** Channel permissions in the format of old clients. */
export const channelPolicies = { everyone: 1, administrators: 2, fullMembers: 3, moderators: 4 } as const
const webPublicPolicies = { administrators: 2, moderators: 4, nobody: 6, owners: 7 } as const
const wildcardPolicies = {
  everyone: 1,
  members: 2,
  fullMembers: 3,
  administrators: 5,
  nobody: 6,
  moderators: 7,
} as const
const channelPolicy = z.literal(Object.values(channelPolicies))

/** compat: deprecated keys of register, without `realm_`; never stored and not accepted by `PATCH /realm`. */
export const derivedSettingSchemas = {
  allow_edit_history: bool,
  mandatory_topics: bool,
  giphy_rating: valueSettings.gif_rating_policy.schema,
  create_public_stream_policy: channelPolicy,
  create_private_stream_policy: channelPolicy,
  create_web_public_stream_policy: z.literal(Object.values(webPublicPolicies)),
  wildcard_mention_policy: z.literal(Object.values(wildcardPolicies)),
}
type DerivedSettings = { [K in keyof typeof derivedSettingSchemas]: z.output<(typeof derivedSettingSchemas)[K]> }

type Policies<K extends keyof DerivedSettings> = Partial<Record<SystemGroupName, DerivedSettings[K]>>

/** The legacy policy for each group, except the widest. */
export const channelPolicyOf: Policies<'create_public_stream_policy'> = {
  'role:fullmembers': channelPolicies.fullMembers,
  'role:moderators': channelPolicies.moderators,
  'role:administrators': channelPolicies.administrators,
  'role:owners': channelPolicies.administrators,
  'role:nobody': channelPolicies.administrators,
}
const webPublicPolicyOf: Policies<'create_web_public_stream_policy'> = {
  'role:administrators': webPublicPolicies.administrators,
  'role:owners': webPublicPolicies.owners,
  'role:nobody': webPublicPolicies.nobody,
}
const wildcardPolicyOf: Policies<'wildcard_mention_policy'> = {
  'role:members': wildcardPolicies.members,
  'role:fullmembers': wildcardPolicies.fullMembers,
  'role:moderators': wildcardPolicies.moderators,
  'role:administrators': wildcardPolicies.administrators,
  'role:owners': wildcardPolicies.administrators,
  'role:nobody': wildcardPolicies.nobody,
}

/** A legacy policy can express roles only: it's the smallest one that includes everyone with the permission. */
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
    create_public_stream_policy: policy(
      settings.can_create_public_channel_group,
      channelPolicyOf,
      channelPolicies.everyone,
    ),
    create_private_stream_policy: policy(
      settings.can_create_private_channel_group,
      channelPolicyOf,
      channelPolicies.everyone,
    ),
    create_web_public_stream_policy: policy(
      settings.can_create_web_public_channel_group,
      webPublicPolicyOf,
      webPublicPolicies.moderators,
    ),
    wildcard_mention_policy: policy(settings.can_mention_many_users_group, wildcardPolicyOf, wildcardPolicies.everyone),
  }
}
