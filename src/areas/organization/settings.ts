import { type GroupSettingValue, text, type z } from '#contract'
import type { OrganizationSetting, SystemGroupName, ValueSetting } from './settings/declare.ts'
import { membershipSettings } from './settings/membership.ts'
import { messageSettings } from './settings/messages.ts'
import { permissionSettings } from './settings/permissions.ts'

export * from './settings/declare.ts'
export { languageTag, organizationTypes } from './settings/membership.ts'
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
export type ValueSettingName = keyof typeof valueSettings

export type OrganizationSettings = {
  [K in ValueSettingName]: (typeof valueSettings)[K] extends ValueSetting<infer S> ? z.output<S> : never
} & { [K in PermissionSettingName]: GroupSettingValue }

/** What `PATCH /realm` changes beside the settings: columns of the organization itself, without a common default. */
export const organizationColumns = {
  name: { schema: text({ trim: true, min: 1, max: 40 }), change: 'administrator', doc: 'Name of the organization.' },
  description: {
    schema: text({ max: 1000 }),
    change: 'administrator',
    doc: 'Markdown text about the organization, shown to people who log in or register.',
  },
} as const

/** Stored values (those that differ from the default) completed to all settings. */
export function completeSettings(
  stored: Partial<OrganizationSettings>,
  systemGroupId: (name: SystemGroupName) => number,
): OrganizationSettings {
  const settings: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries(organizationSettings)) {
    const own = stored[name as OrganizationSettingName]
    settings[name] =
      own !== undefined ? own : setting.kind === 'permission' ? systemGroupId(setting.defaultGroup) : setting.default
  }
  return settings as OrganizationSettings
}

const memberPolicy = { 'role:moderators': 4, 'role:fullmembers': 3 } as const
const administrators = ['role:administrators', 'role:owners', 'role:nobody']

/** The role of the old policies whose people include everybody of a group; 1 (all members) for a group of any other. */
function channelCreationPolicy(group: SystemGroupName | undefined): 1 | 2 | 3 | 4 {
  if (group && administrators.includes(group)) return 2
  return memberPolicy[group as keyof typeof memberPolicy] ?? 1
}

const webPublicPolicy: Partial<Record<SystemGroupName, 2 | 4 | 6 | 7>> = {
  'role:moderators': 4,
  'role:administrators': 2,
  'role:owners': 7,
  'role:nobody': 6,
}

const wildcardPolicy: Partial<Record<SystemGroupName, 2 | 3 | 5 | 6 | 7>> = {
  'role:members': 2,
  'role:fullmembers': 3,
  'role:moderators': 7,
  'role:administrators': 5,
  'role:owners': 5,
  'role:nobody': 6,
}

/**
 * compat: deprecated keys of register and of `realm/update_dict`, without `realm_`; never stored. An old policy knows
 * roles only, so it names the smallest role whose people include everybody that has the permission.
 */
export function derivedSettings(
  settings: OrganizationSettings,
  systemGroupName: (id: number) => SystemGroupName | undefined,
) {
  const group = (value: GroupSettingValue) => (typeof value === 'number' ? systemGroupName(value) : undefined)
  const web = group(settings.can_create_web_public_channel_group)
  const many = group(settings.can_mention_many_users_group)
  return {
    allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    giphy_rating: settings.gif_rating_policy,
    create_public_stream_policy: channelCreationPolicy(group(settings.can_create_public_channel_group)),
    create_private_stream_policy: channelCreationPolicy(group(settings.can_create_private_channel_group)),
    create_web_public_stream_policy: (web && webPublicPolicy[web]) ?? 4,
    wildcard_mention_policy: (many && wildcardPolicy[many]) ?? 1,
  }
}
export type DerivedSettings = ReturnType<typeof derivedSettings>
