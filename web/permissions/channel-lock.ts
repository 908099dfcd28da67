import {
  canSetDefault,
  canSetDefaultPush,
  canSetRetention,
  opensContent,
  permissionRuleOf,
  topicsPolicyRule,
} from '../../src/features/channels/channels/settings-rules.ts'
import type { ChannelPermissionName } from '../../src/features/people/organization/permission-settings.ts'
import type { Channel } from '../store/channels.ts'
import { groups } from '../store/groups.ts'
import { t as g } from '../texts/channel-general.ts'
import { t } from '../texts/channel-settings.ts'
import { describeValue } from './holders.ts'
import { administers, can, canRead, oneself, organizationPermission } from './rights.ts'
import { rulesOf } from './rules.ts'

const roleSentence = (name: 'role:owners' | 'role:administrators'): string => {
  const group = (groups.value ?? []).find((one) => one.is_system_group && one.name === name)
  return group ? describeValue(group.id, rulesOf('realm', 'can_manage_all_groups')) : ''
}

/** A sentence naming the people who can change a channel's settings; undefined if the user can. */
export const lockOfChannel = (one: Channel): string | undefined =>
  administers(one)
    ? undefined
    : t.onlyAdministering(
        describeValue(one.can_administer_channel_group, rulesOf('stream', 'can_administer_channel_group')),
      )

/** The same for settings that also require access to the channel's content. */
export const lockOfPrivacy = (one: Channel): string | undefined =>
  lockOfChannel(one) ?? (canRead(one) ? undefined : t.onlyReaders)

export function lockOfPermission(one: Channel, name: ChannelPermissionName): string | undefined {
  const lock = opensContent(name) ? lockOfPrivacy(one) : lockOfChannel(one)
  const deciding = permissionRuleOf(name)
  if (lock !== undefined || !deciding || can(deciding.rule)) return lock
  return t.onlyForDeleting(describeValue(organizationPermission(deciding.name), rulesOf('realm', deciding.name)))
}

export function lockOfTopicsPolicy(one: Channel): string | undefined {
  const lock = lockOfChannel(one)
  const { name, rule } = topicsPolicyRule
  if (lock !== undefined || can(rule)) return lock
  return g.onlyPolicy(describeValue(organizationPermission(name), rulesOf('realm', name)))
}

/** Only owners can set retention, and they can administer every channel. */
export const lockOfRetention = (): string | undefined =>
  canSetRetention(oneself()) ? undefined : g.onlyOwners(roleSentence('role:owners'))

/** Only administrators can set it. */
export const lockOfDefaultPush = (): string | undefined =>
  canSetDefaultPush(oneself()) ? undefined : g.onlyAdministrators(roleSentence('role:administrators'))

/** Only administrators can set default channels. */
export const lockOfDefault = (one: Channel): string | undefined =>
  !canSetDefault(oneself())
    ? g.onlyAdministrators(roleSentence('role:administrators'))
    : one.invite_only
      ? g.notForPrivate
      : undefined
