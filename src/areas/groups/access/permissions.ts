import type { GroupId, GroupSettingValue } from '#contract'
import { isGuest } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { mayInOrganization } from '../../organization/access.ts'
import { organizationMirror } from '../../organization/mirror.ts'
import {
  type GroupPermissionName,
  permitted,
  serverSupportedPermissionSettings,
} from '../../organization/permission-settings.ts'
import type { SystemGroupName } from '../../organization/settings.ts'
import { notAllowed } from '../api.ts'
import type { Group } from '../group.ts'
import { groupsMirror } from '../mirror.ts'
import { noSuchGroup } from '../setting-values.ts'

export const groupPermissionNames = Object.keys(serverSupportedPermissionSettings.group) as GroupPermissionName[]

/** Who holds one of a group's own permissions: as was set, else whom it starts with. */
export function groupPermission(
  org: Organization,
  group: Pick<Group, 'isSystem' | 'settings' | 'creatorId'>,
  name: GroupPermissionName,
): GroupSettingValue {
  const own = group.settings[name]
  if (own !== undefined) return own
  const { systemGroups } = org.get(organizationMirror)
  const { default_group_name, default_for_system_groups } = serverSupportedPermissionSettings.group[name]
  const initial = group.isSystem ? default_for_system_groups : default_group_name
  if (initial === 'group_creator')
    return { direct_members: group.creatorId === null ? [] : [group.creatorId], direct_subgroups: [] }
  return systemGroups.get(initial as SystemGroupName) as GroupId
}

type Asked = Pick<Group, 'isSystem' | 'settings' | 'creatorId'>
const holdsInGroup = (org: Organization, viewer: Viewer, group: Asked, name: GroupPermissionName): boolean =>
  permitted(viewer, groupPermission(org, group, name), serverSupportedPermissionSettings.group[name])

/** Change everything about the group. Nobody changes the groups that every organization has, and guests change none. */
const canManage = (org: Organization, viewer: Viewer, group: Asked): boolean =>
  !group.isSystem &&
  !isGuest(viewer) &&
  (mayInOrganization(org, viewer, 'can_manage_all_groups') || holdsInGroup(org, viewer, group, 'can_manage_group'))

export const canAddMembers = (org: Organization, viewer: Viewer, group: Asked): boolean =>
  canManage(org, viewer, group) || (!group.isSystem && holdsInGroup(org, viewer, group, 'can_add_members_group'))

export const canRemoveMembers = (org: Organization, viewer: Viewer, group: Asked): boolean =>
  canManage(org, viewer, group) || (!group.isSystem && holdsInGroup(org, viewer, group, 'can_remove_members_group'))

export const canJoin = (org: Organization, viewer: Viewer, group: Asked): boolean =>
  canAddMembers(org, viewer, group) || (!group.isSystem && holdsInGroup(org, viewer, group, 'can_join_group'))

export const canLeave = (org: Organization, viewer: Viewer, group: Asked): boolean =>
  canRemoveMembers(org, viewer, group) || (!group.isSystem && holdsInGroup(org, viewer, group, 'can_leave_group'))

export const canMention = (org: Organization, viewer: Viewer, group: Asked): boolean =>
  holdsInGroup(org, viewer, group, 'can_mention_group')

export function knownGroup(org: Organization, id: GroupId): Group {
  const group = org.get(groupsMirror).byId.get(id)
  if (!group) throw noSuchGroup()
  return group
}

/** A group that the viewer may change in every way. */
export function managedGroup(org: Organization, viewer: Viewer, id: GroupId): Group {
  const group = knownGroup(org, id)
  if (!canManage(org, viewer, group)) throw notAllowed()
  return group
}
