import type { GroupId, GroupSettingValue } from '#contract'
import { holds } from '#contract'
import type { Organization } from '#platform/organization'
import type { Viewer } from '#platform/viewer'
import { organizationCache, settingsOf } from '../../organization/cache.ts'
import {
  allowsGuests,
  type GroupPermissionName,
  serverSupportedPermissionSettings,
} from '../../organization/permission-settings.ts'
import type { Rule } from '../../organization/rules.ts'
import type { PermissionSettingName, SystemGroupName } from '../../organization/settings.ts'
import { notAllowed } from '../api.ts'
import { groupsCache } from '../cache.ts'
import type { Group } from '../group.ts'
import { type GroupFacts, groupRules } from '../rules.ts'
import { noSuchGroup } from '../setting-values.ts'

export const groupPermissionNames = Object.keys(serverSupportedPermissionSettings.group) as GroupPermissionName[]

/** The value of a group's own permission, or its default. */
export function groupPermission(
  org: Organization,
  group: Pick<Group, 'isSystem' | 'settings' | 'creatorId'>,
  name: GroupPermissionName,
): GroupSettingValue {
  const own = group.settings[name]
  if (own !== undefined) return own
  const { systemGroups } = org.get(organizationCache)
  const { default_group_name, default_for_system_groups } = serverSupportedPermissionSettings.group[name]
  const initial = group.isSystem ? default_for_system_groups : default_group_name
  if (initial === 'group_creator')
    return { direct_members: group.creatorId === null ? [] : [group.creatorId], direct_subgroups: [] }
  return systemGroups.get(initial as SystemGroupName) as GroupId
}

type GroupAccess = Pick<Group, 'isSystem' | 'settings' | 'creatorId'>
type Allows = (org: Organization, viewer: Viewer, group: GroupAccess) => boolean

const byRule =
  (rule: Rule<GroupFacts>): Allows =>
  (org, viewer, group) =>
    rule.allows({
      role: viewer.role,
      group,
      holds: (scope, name) =>
        holds(
          viewer,
          scope === 'realm'
            ? settingsOf(org)[name as PermissionSettingName]
            : groupPermission(org, group, name as GroupPermissionName),
        ),
      allowsGuests,
    })

const canManage = byRule(groupRules.manage)
export const canAddMembers = byRule(groupRules.addMembers)
export const canRemoveMembers = byRule(groupRules.removeMembers)
export const canJoin = byRule(groupRules.join)
export const canLeave = byRule(groupRules.leave)
export const canMention = byRule(groupRules.mention)

export function knownGroup(org: Organization, id: GroupId): Group {
  const group = org.get(groupsCache).byId.get(id)
  if (!group) throw noSuchGroup()
  return group
}

export function managedGroup(org: Organization, viewer: Viewer, id: GroupId): Group {
  const group = knownGroup(org, id)
  if (!canManage(org, viewer, group)) throw notAllowed()
  return group
}
