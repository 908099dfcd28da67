import { asGroupId, asUserId, bool, type GroupSettingValue, type Holder, roles, state, states, z } from '#contract'
import { membersAdded, membersRemoved, realmUserGroups, subgroupsAdded, subgroupsRemoved } from '../groups/api.ts'
import { realmSettingsChanged } from '../organization/api.ts'
import { type Actor, permitted, serverSupportedPermissionSettings } from '../organization/permission-settings.ts'
import { ownUser, userUpdated } from '../users/states.ts'
import { organizationState } from './api.ts'

type PermissionName = keyof typeof serverSupportedPermissionSettings.realm

/** compat: the rights of the account that registers, in the fields used before permissions were groups. */
export function rightsOf(actor: Actor, value: (name: PermissionName) => GroupSettingValue, spectators: boolean) {
  const can = (name: PermissionName) => permitted(actor, value(name), serverSupportedPermissionSettings.realm[name])
  const can_create_public_streams = can('can_create_public_channel_group')
  const can_create_private_streams = can('can_create_private_channel_group')
  return {
    can_create_streams: can_create_public_streams || can_create_private_streams,
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams: spectators && can('can_create_web_public_channel_group'),
    can_subscribe_other_users: can('can_add_subscribers_group'),
    can_invite_others_to_realm: can('can_invite_users_group'),
  }
}

type Rights = ReturnType<typeof rightsOf>

/** Derived from settings and groups; clients that fetch neither keep the values from registration. */
function recomputed(rights: Rights, holder: Holder): Rights {
  const { is_guest } = holder.told(ownUser)
  // guests have none of them
  if (is_guest) return none(rights)
  const groups = holder.told(realmUserGroups)
  const organization = holder.told(organizationState)
  const { realm_enable_spectator_access, server_web_public_streams_enabled } = organization
  const spectators =
    realm_enable_spectator_access === undefined
      ? undefined
      : realm_enable_spectator_access && server_web_public_streams_enabled !== false
  if (is_guest === undefined || !groups || spectators === undefined) return rights
  const groupIds = new Set(
    groups.filter(({ members }) => members.includes(holder.userId)).map(({ id }) => asGroupId(id)),
  )
  for (let before = -1; before !== groupIds.size; ) {
    before = groupIds.size
    for (const { id, direct_subgroup_ids } of groups)
      if (direct_subgroup_ids.some((inner) => groupIds.has(asGroupId(inner)))) groupIds.add(asGroupId(id))
  }
  const actor = { id: asUserId(holder.userId), groupIds, role: roles.member }
  return rightsOf(actor, (name) => organization[`realm_${name}`] as GroupSettingValue, spectators as boolean)
}

const none = (rights: Rights): Rights => Object.fromEntries(Object.keys(rights).map((name) => [name, false])) as Rights

const after = (rights: Rights, _event: unknown, holder: Holder) => recomputed(rights, holder)

/** States registered earlier are up to date when this one handles an event. */
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

const empty = (key: string, fetch?: string) => state(key, z.array(z.unknown()), fetch)

/** Register keys that clients expect and no feature provides. */
export const absent = {
  embeddedBots: empty('realm_embedded_bots'),
  onboardingSteps: empty('onboarding_steps'),
  navigationTour: state('navigation_tour_video_url', z.string().nullable(), 'onboarding_steps'),
  stopWords: empty('stop_words'),
  giphy: state('giphy_api_key', z.string(), 'giphy'),
  tenor: state('tenor_api_key', z.string(), 'tenor'),
  billing: state('realm_billing', z.object({ has_pending_sponsorship_request: bool })),
}
