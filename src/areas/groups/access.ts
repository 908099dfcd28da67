import type { GroupSettingValue } from '#contract'
import type { Organization } from '#platform/organization'
import { holds, isGuest, type Viewer } from '#platform/viewer'
import { settingsOf } from '../organization/mirror.ts'
import { type SupportedPermission, serverSupportedPermissionSettings } from '../organization/permission-settings.ts'
import type { PermissionSettingName } from '../organization/settings.ts'
import { type Account, peopleMirror } from '../users/mirror.ts'
import { groupsMirror, roleGroupName } from './mirror.ts'
import { resolveGroupSetting } from './values.ts'

export * from './values.ts'

const dayMs = 86_400_000

/** Whether a member has been here for as long as the organization asks of full members. */
export function isFullMember(org: Organization, account: Pick<Account, 'joinedAt'>): boolean {
  const days = settingsOf(org).waiting_period_threshold
  return org.now().getTime() - account.joinedAt.getTime() >= days * dayMs
}

type Asker = Pick<Viewer, 'id' | 'groupIds' | 'role'>

/** Whether somebody has a permission; guests lack those that are never theirs, whatever groups they are in. */
export function permitted(viewer: Asker, value: GroupSettingValue, rules: SupportedPermission): boolean {
  if (isGuest(viewer) && !rules.allow_everyone_group) return false
  return holds(viewer, value)
}

/** The same for a permission of the whole organization. */
export function mayInOrganization(org: Organization, viewer: Asker, name: PermissionSettingName): boolean {
  return permitted(viewer, settingsOf(org)[name], serverSupportedPermissionSettings.realm[name])
}

/** Every active account that a value names, directly or through groups. */
export function holdersOf(org: Organization, value: GroupSettingValue): Set<number> {
  const { direct_members, direct_subgroups } = resolveGroupSetting(org, value)
  const holders = new Set(direct_members)
  const groups = org.get(groupsMirror)
  const people = org.get(peopleMirror)
  const roleGroups = new Set<string>()
  for (const id of direct_subgroups) {
    for (const inner of groups.within(id)) {
      const group = groups.byId.get(inner)
      if (group?.isSystem) roleGroups.add(group.name)
      for (const member of group?.members ?? []) if (people.byId.get(member)?.isActive) holders.add(member)
    }
  }
  if (roleGroups.size > 0) {
    for (const account of people.byId.values()) {
      if (!account.isActive || account.isSystemBot || holders.has(account.id)) continue
      const { role } = account
      if (roleGroups.has(roleGroupName({ role, isFullMember: isFullMember(org, account) }))) holders.add(account.id)
    }
  }
  return holders
}
