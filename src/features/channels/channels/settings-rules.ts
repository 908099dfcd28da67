import { isAdministrator, isOwner } from '#contract'
import type { ChannelPermissionName } from '../../people/organization/permission-settings.ts'
import { anyOf, byAdministrators, permission, type Rule } from '../../people/organization/rules.ts'
import type { PermissionSettingName } from '../../people/organization/settings.ts'

/** These grant content access, so changing them requires content access too. */
export const opensContent = (name: ChannelPermissionName): boolean =>
  name === 'can_add_subscribers_group' || name === 'can_subscribe_group'

const concernsDeletion = (name: ChannelPermissionName): boolean =>
  name === 'can_delete_any_message_group' || name === 'can_delete_own_message_group'

const byAdministratorsOr = (name: PermissionSettingName): Rule => anyOf(byAdministrators, permission('realm', name))

/** The permission needed besides administering the channel; undefined if there is none. */
export const permissionRuleOf = (
  name: ChannelPermissionName,
): { name: PermissionSettingName; rule: Rule } | undefined => (concernsDeletion(name) ? deletionPolicyRule : undefined)

const deletionPolicyRule = {
  name: 'can_set_delete_message_policy_group',
  rule: byAdministratorsOr('can_set_delete_message_policy_group'),
} as const

export const topicsPolicyRule = {
  name: 'can_set_topics_policy_group',
  rule: byAdministratorsOr('can_set_topics_policy_group'),
} as const

/** Owners administer every channel. */
export const canSetRetention = isOwner
export const canSetDefault = isAdministrator
export const canSetDefaultPush = isAdministrator

interface Kind {
  readonly isPrivate: boolean
  readonly isWebPublic: boolean
}

/** Permission to create a channel of this kind, or to turn one into it. */
export function creationPermission({ isPrivate, isWebPublic }: Kind): PermissionSettingName {
  if (isWebPublic) return 'can_create_web_public_channel_group'
  return isPrivate ? 'can_create_private_channel_group' : 'can_create_public_channel_group'
}
