import { updateGroup } from '../../src/features/people/groups/api.ts'
import type { GroupPermissionName } from '../../src/features/people/organization/permission-settings.ts'
import { GroupSetting } from '../controls/group-setting.tsx'
import { Verdicts } from '../controls/verdicts.tsx'
import { route } from '../navigation/route.ts'
import { explainInGroup } from '../permissions/explanations.ts'
import { lockOfGroup } from '../permissions/group-lock.ts'
import { known } from '../permissions/rights.ts'
import { rulesOf } from '../permissions/rules.ts'
import { groupsById } from '../store/groups.ts'
import { t } from '../texts/group-settings.ts'
import { t as permissionTexts } from '../texts/permissions.ts'
import { api } from '../transport/api.ts'

const names = Object.keys(t.permissions) as GroupPermissionName[]

export function GroupPermissions() {
  const { value } = route
  const group = value.view === 'group' ? groupsById.value.get(value.groupId) : undefined
  if (!group) return null
  return (
    <div>
      <Verdicts
        permissions={permissionTexts.ofGroup}
        explain={(permission, who) => explainInGroup(permission, who, group, known)}
      />
      {names
        .filter((name) => group[name] !== undefined)
        .map((name) => (
          <GroupSetting
            key={name}
            id={name}
            {...t.permissions[name]}
            value={group[name]}
            rules={rulesOf('group', name)}
            locked={lockOfGroup(group)}
            save={(change) => api.call(updateGroup, { user_group_id: group.id, [name]: change })}
          />
        ))}
    </div>
  )
}
