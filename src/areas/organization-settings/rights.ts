import { bool, type GroupSettingValue, type Holder, states } from '#contract'
import type { Organization } from '#platform/organization'
import { roles, type Viewer } from '#platform/viewer'
import { membersAdded, membersRemoved, subgroupsAdded, subgroupsRemoved } from '../groups/api.ts'
import { permitted } from '../organization/access.ts'
import { realmSettingsChanged } from '../organization/api.ts'
import { settingsOf } from '../organization/mirror.ts'
import { serverSupportedPermissionSettings } from '../organization/permission-settings.ts'
import { userUpdated } from '../users/state.ts'

type Asker = Pick<Viewer, 'id' | 'role' | 'groupIds'>
type PermissionName = keyof typeof serverSupportedPermissionSettings.realm

/** compat: what the account that registers may do, in words from before permissions named groups. */
function rightsOf(asker: Asker, value: (name: PermissionName) => GroupSettingValue, spectators: boolean) {
  const may = (name: PermissionName) => permitted(asker, value(name), serverSupportedPermissionSettings.realm[name])
  const can_create_public_streams = may('can_create_public_channel_group')
  const can_create_private_streams = may('can_create_private_channel_group')
  return {
    can_create_streams: can_create_public_streams || can_create_private_streams,
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams: spectators && may('can_create_web_public_channel_group'),
    can_subscribe_other_users: may('can_add_subscribers_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  }
}

export function presentRights(org: Organization, viewer: Viewer) {
  const settings = settingsOf(org)
  const spectators = org.services.webPublicChannels && settings.enable_spectator_access
  return rightsOf(viewer, (name) => settings[name], spectators)
}

type Rights = ReturnType<typeof presentRights>

/** They follow from settings and groups; a client that fetches neither has them as they were when it registered. */
function recomputed(rights: Rights, { userId, state }: Holder): Rights {
  const groups = state.realm_user_groups as { id: number; members: number[]; direct_subgroup_ids: number[] }[]
  const { realm_enable_spectator_access, server_web_public_streams_enabled } = state
  const spectators =
    realm_enable_spectator_access === undefined
      ? undefined
      : realm_enable_spectator_access && server_web_public_streams_enabled !== false
  // none of them is ever a guest's
  if (state.is_guest) return none(rights)
  if (state.is_guest === undefined || !groups || spectators === undefined) return rights
  const groupIds = new Set(groups.filter(({ members }) => members.includes(userId)).map(({ id }) => id))
  for (let before = -1; before !== groupIds.size; ) {
    before = groupIds.size
    for (const { id, direct_subgroup_ids } of groups)
      if (direct_subgroup_ids.some((inner) => groupIds.has(inner))) groupIds.add(id)
  }
  const asker = { id: userId, groupIds, role: roles.member }
  return rightsOf(asker, (name) => state[`realm_${name}`] as GroupSettingValue, spectators as boolean)
}

const none = (rights: Rights): Rights => Object.fromEntries(Object.keys(rights).map((name) => [name, false])) as Rights

const after = (rights: Rights, _event: unknown, holder: Holder) => recomputed(rights, holder)

/** Parts of register before this one are up to date when it follows an event. */
export const ownRights = states('realm_user', {
  can_create_streams: bool,
  can_create_public_streams: bool,
  can_create_private_streams: bool,
  can_create_web_public_streams: bool,
  can_subscribe_other_users: bool,
  can_invite_others_to_realm: bool,
})
  .on(realmSettingsChanged, after)
  .on(membersAdded, after)
  .on(membersRemoved, after)
  .on(subgroupsAdded, after)
  .on(subgroupsRemoved, after)
  .on(userUpdated, after)
