import type { UserGroup } from '../../src/features/people/groups/api.ts'
import { t } from '../texts/group-settings.ts'
import { describeValue } from './holders.ts'
import { canInGroup, organizationPermission } from './rights.ts'
import { rulesOf } from './rules.ts'
import { namedIn, type PermissionValue } from './value.ts'

/** Who can change a group, for who cannot; undefined for who can. */
export function lockOfGroup(group: UserGroup): string | undefined {
  if (group.is_system_group) return t.systemGroup
  if (canInGroup('manage', group)) return undefined
  const [ofGroup, ofAll] = [namedIn(group.can_manage_group), namedIn(organizationPermission('can_manage_all_groups'))]
  const together: PermissionValue = {
    direct_members: [...ofGroup.people, ...ofAll.people],
    direct_subgroups: [...ofGroup.groups, ...ofAll.groups],
  }
  return t.locked(describeValue(together, rulesOf('group', 'can_manage_group')))
}
