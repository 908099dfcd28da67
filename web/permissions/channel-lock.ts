import { isOwner } from '#contract'
import type { ChannelPermissionName } from '../../src/areas/organization/permission-settings.ts'
import type { Channel } from '../store/channels.ts'
import { groups } from '../store/groups.ts'
import { t as g } from '../texts/channel-general.ts'
import { t } from '../texts/channel-settings.ts'
import { whoIsThat } from './holders.ts'
import { administers, haveInOrganization, isAdministering, mayRead, oneself, organizationPermission } from './rights.ts'
import { rulesOf } from './rules.ts'

const deletes = new Set<ChannelPermissionName>(['can_delete_any_message_group', 'can_delete_own_message_group'])
const opensContent = new Set<ChannelPermissionName>(['can_add_subscribers_group', 'can_subscribe_group'])

const roleSentence = (name: 'role:owners' | 'role:administrators'): string => {
  const group = (groups.value ?? []).find((one) => one.is_system_group && one.name === name)
  return group ? whoIsThat(group.id, rulesOf('realm', 'can_manage_all_groups')) : ''
}

/** Who can change what a channel is set to, for who cannot; undefined for who can. */
export const lockOfChannel = (one: Channel): string | undefined =>
  administers(one)
    ? undefined
    : t.onlyAdministering(
        whoIsThat(one.can_administer_channel_group, rulesOf('stream', 'can_administer_channel_group')),
      )

/** The same for who may read it: what opens the content takes access to that. */
export const lockOfPrivacy = (one: Channel): string | undefined =>
  lockOfChannel(one) ?? (mayRead(one) ? undefined : t.onlyReaders)

export function lockOfPermission(one: Channel, name: ChannelPermissionName): string | undefined {
  const lock = opensContent.has(name) ? lockOfPrivacy(one) : lockOfChannel(one)
  if (lock !== undefined || !deletes.has(name)) return lock
  const deciding = 'can_set_delete_message_policy_group'
  if (isAdministering() || haveInOrganization(deciding)) return undefined
  return t.onlyForDeleting(whoIsThat(organizationPermission(deciding), rulesOf('realm', deciding)))
}

export function lockOfTopicsPolicy(one: Channel): string | undefined {
  const deciding = 'can_set_topics_policy_group'
  const lock = lockOfChannel(one)
  if (lock !== undefined || isAdministering() || haveInOrganization(deciding)) return lock
  return g.onlyPolicy(whoIsThat(organizationPermission(deciding), rulesOf('realm', deciding)))
}

/** How long messages are kept is for owners, who administer every channel. */
export const lockOfRetention = (): string | undefined =>
  isOwner(oneself()) ? undefined : g.onlyOwners(roleSentence('role:owners'))

/** Where newcomers are from their first day is for administrators. */
export const lockOfDefault = (one: Channel): string | undefined =>
  !isAdministering()
    ? g.onlyAdministrators(roleSentence('role:administrators'))
    : one.invite_only
      ? g.notForPrivate
      : undefined
