import type {
  ChannelPermissionName,
  GroupPermissionName,
} from '../../src/features/people/organization/permission-settings.ts'
import type { SystemGroupName } from '../../src/features/people/organization/system-group-rules.ts'
import type { Channel } from '../store/channels.ts'
import { groups, groupsById } from '../store/groups.ts'
import { permissionValue } from './own-facts.ts'
import { pathsOf } from './paths.ts'
import { channelSources, groupSources } from './sources.ts'
import { isEmptyRole, isEmptyValue, namedIn, type PermissionValue } from './value.ts'

/** People who can do something whatever the value of a channel's or group's own permission is. */
export interface PermissionBase {
  readonly value: PermissionValue
  readonly from: 'organization' | 'public' | 'webPublic'
  /** The organization's permission, if it comes from there. */
  readonly setting?: string
}

function roleBase(name: SystemGroupName, from: PermissionBase['from']): PermissionBase | undefined {
  const role = (groups.value ?? []).find((one) => one.is_system_group && one.name === name)
  return role && { value: role.id, from }
}

function organizationBase(setting: string | undefined): PermissionBase | undefined {
  const value = setting === undefined ? undefined : permissionValue(setting)
  return setting === undefined || value === undefined ? undefined : { value, from: 'organization', setting }
}

export function baseInChannel(name: ChannelPermissionName, one: Channel): PermissionBase | undefined {
  if (name === 'can_subscribe_group') {
    if (one.is_web_public) return roleBase('role:everyone', 'webPublic')
    return one.invite_only ? undefined : roleBase('role:members', 'public')
  }
  return organizationBase(channelSources[name].organization)
}

export const baseOfGroup = (
  name: GroupPermissionName,
  group: { readonly is_system_group: boolean },
): PermissionBase | undefined => (group.is_system_group ? undefined : organizationBase(groupSources[name].organization))

const isEmpty = (id: number): boolean => isEmptyRole(groupsById.value.get(id))

/** Whether a value gives a permission to no one. */
export const namesNoOne = (value: PermissionValue): boolean =>
  isEmptyValue(value) || (namedIn(value).people.length === 0 && namedIn(value).groups.every(isEmpty))

/** Whether everyone in `inner` is also in `outer`, by the groups and people that both name. */
export function covers(outer: PermissionValue, inner: PermissionValue): boolean {
  if (namesNoOne(inner)) return true
  const paths = pathsOf(outer, groupsById.value)
  const { people, groups: inside } = namedIn(inner)
  return people.every((id) => paths.people.has(id)) && inside.every((id) => isEmpty(id) || paths.groups.has(id))
}
