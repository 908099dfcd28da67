import { seconds, type UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { view } from '#platform/serve'
import type { Account } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import { fullMembership, isFullMember } from './access/index.ts'
import { groupPermission, groupPermissionNames } from './access/permissions.ts'
import type { UserGroup } from './api.ts'
import * as api from './api.ts'
import { groupsCache } from './cache.ts'
import { type Group, roleGroupName } from './group.ts'
import { serializeGroupSetting } from './setting-values.ts'

export const roleGroupOf = (
  org: Organization,
  account: Pick<Account, 'role' | 'joinedAt' | 'isWelcomed' | 'hasPostedEnough'>,
): Group => org.get(groupsCache).system(roleGroupName({ role: account.role, isFullMember: isFullMember(org, account) }))

/** Members of each system group by role, ascending. */
export function membersByRole(org: Organization): Map<string, UserId[]> {
  const members = new Map<string, UserId[]>()
  const isFull = fullMembership(org)
  for (const account of org.get(peopleCache).all()) {
    if (!account.isActive || account.isSystemBot) continue
    const name = roleGroupName({ role: account.role, isFullMember: isFull(account) })
    const list = members.get(name)
    if (list) list.push(account.id)
    else members.set(name, [account.id])
  }
  return members
}

export function serializeGroups(org: Organization, withDeactivated: boolean): UserGroup[] {
  const byRole = membersByRole(org)
  return [...org.get(groupsCache).byId.values()]
    .filter(({ deactivated }) => withDeactivated || !deactivated)
    .sort((a, b) => a.id - b.id)
    .map((group) => serializeGroup(org, group, group.isSystem ? (byRole.get(group.name) ?? []) : undefined))
}

export function serializeGroup(org: Organization, group: Group, roleMembers?: UserId[]): UserGroup {
  const { byId } = org.get(peopleCache)
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    members: roleMembers ?? group.members.filter((id) => byId.get(id)?.isActive),
    direct_subgroup_ids: [...group.subgroups],
    is_system_group: group.isSystem,
    deactivated: group.deactivated,
    date_created: group.createdAt && seconds(group.createdAt),
    creator_id: group.creatorId,
    ...(Object.fromEntries(
      groupPermissionNames.map((name) => [name, serializeGroupSetting(org, groupPermission(org, group, name))]),
    ) as Pick<UserGroup, (typeof groupPermissionNames)[number]>),
  }
}

/** Clients see deactivated groups only if they ask for them. */
export const groupView = view(api.groupEvents, ({ internal, ...shown }, client) => {
  if (!internal || client.can('include_deactivated_groups')) return shown
  const becomes = 'data' in shown ? shown.data.deactivated : undefined
  if (becomes === true && 'group_id' in shown) return { op: 'remove', group_id: shown.group_id }
  if (becomes === false && internal.group) return { op: 'add', group: internal.group }
  return internal.deactivated ? null : shown
})
