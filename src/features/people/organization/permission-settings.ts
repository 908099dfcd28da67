import { type GroupId, type GroupSettingValue, holds, type UserId } from '#contract'
import { canHold, type PermissionScope } from './rules.ts'
import { type PermissionRules, permissionRules, permissionSettings, type SystemGroupName } from './settings.ts'

/** A permission of a channel or group can also default to its creator. */
type DefaultGroupName = SystemGroupName | 'channel_creator' | 'group_creator'

/** A permission as described in `server_supported_permission_settings`. */
export interface SupportedPermission {
  require_system_group: boolean
  allow_internet_group: boolean
  allow_nobody_group: boolean
  allow_everyone_group: boolean
  default_group_name: DefaultGroupName
  /** The default for system groups; null if not applicable. */
  default_for_system_groups: SystemGroupName | null
  allowed_system_groups: SystemGroupName[]
}

const supported = (
  default_group_name: DefaultGroupName,
  rules: Partial<PermissionRules> = {},
  default_for_system_groups: SystemGroupName | null = null,
): SupportedPermission => {
  const all = { ...permissionRules, ...rules }
  return {
    require_system_group: all.requireSystemGroup,
    allow_internet_group: all.allowInternet,
    allow_nobody_group: all.allowNobody,
    allow_everyone_group: all.allowEveryone,
    default_group_name,
    default_for_system_groups,
    allowed_system_groups: [...all.allowedSystemGroups],
  }
}

type Supported<Name extends string> = Readonly<Record<Name, SupportedPermission>>

const realm = Object.fromEntries(
  Object.entries(permissionSettings).map(([name, { defaultGroup, group }]) => [name, supported(defaultGroup, group)]),
) as Supported<keyof typeof permissionSettings>

const notGuests = { allowEveryone: false }

const stream = {
  can_add_subscribers_group: supported('role:nobody', notGuests),
  can_administer_channel_group: supported('channel_creator', notGuests),
  can_create_topic_group: supported('role:everyone'),
  can_delete_any_message_group: supported('role:nobody'),
  can_delete_own_message_group: supported('role:nobody'),
  can_move_messages_out_of_channel_group: supported('role:nobody'),
  can_move_messages_within_channel_group: supported('role:nobody'),
  can_remove_subscribers_group: supported('role:administrators'),
  can_resolve_topics_group: supported('role:nobody'),
  can_send_message_group: supported('role:everyone'),
  can_subscribe_group: supported('role:nobody', notGuests),
} as const satisfies Supported<string>
export type ChannelPermissionName = keyof typeof stream

const group = {
  can_add_members_group: supported('group_creator', notGuests, 'role:nobody'),
  can_join_group: supported('role:nobody', notGuests, 'role:nobody'),
  can_leave_group: supported('role:everyone', {}, 'role:nobody'),
  can_manage_group: supported('group_creator', notGuests, 'role:nobody'),
  can_mention_group: supported('role:everyone', {}, 'role:nobody'),
  can_remove_members_group: supported('role:nobody', notGuests, 'role:nobody'),
} as const satisfies Supported<string>
export type GroupPermissionName = keyof typeof group

/** Every permission that takes a group, with allowed groups and default. */
export const serverSupportedPermissionSettings = { realm, stream, group }

/** Whether guests can hold a permission; see {@link canHold}. */
export function allowsGuests(scope: PermissionScope, name: string): boolean {
  const rules: Readonly<Record<string, SupportedPermission>> = serverSupportedPermissionSettings[scope]
  return rules[name]?.allow_everyone_group === true
}

/** An account with its role and all groups, direct or through other groups. */
export interface Actor {
  readonly id: UserId
  readonly role: number
  readonly groupIds: ReadonlySet<GroupId>
}

/** Whether an account has a permission; guests lack some, whatever groups they are in. */
export function permitted(actor: Actor, value: GroupSettingValue, rules: SupportedPermission): boolean {
  return canHold(actor, rules) && holds(actor, value)
}
