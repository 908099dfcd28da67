import { updateGroup } from '../../src/features/people/groups/api.ts'
import type { GroupPermissionName } from '../../src/features/people/organization/permission-settings.ts'
import { GroupSetting } from '../controls/group-setting.tsx'
import { Verdicts } from '../controls/verdicts.tsx'
import { route } from '../navigation/route.ts'
import { baseOfGroup } from '../permissions/base.ts'
import { explainInGroup } from '../permissions/explanations.ts'
import { lockOfGroup } from '../permissions/group-lock.ts'
import { known } from '../permissions/rights.ts'
import { rulesOf } from '../permissions/rules.ts'
import { groupSources } from '../permissions/sources.ts'
import { groupsById } from '../store/groups.ts'
import { t } from '../texts/group-settings.ts'
import { t as permissionTexts } from '../texts/permissions.ts'
import { api } from '../transport/api.ts'
import { hrefOfBase } from './organization-href.ts'

const names = Object.keys(t.permissions) as GroupPermissionName[]

export function GroupPermissions() {
  const { value } = route
  const group = value.view === 'group' ? groupsById.value.get(value.groupId) : undefined
  if (!group) return null
  return (
    <div class="permission-list">
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
            base={baseOfGroup(name, group)}
            baseHref={hrefOfBase(groupSources[name].organization)}
            locked={lockOfGroup(group)}
            explain={(value) => {
              const changed = { ...group, [name]: value }
              return (who, known) => explainInGroup(groupSources[name].rule, who, changed, known)
            }}
            save={(change) => api.call(updateGroup, { user_group_id: group.id, [name]: change })}
          />
        ))}
    </div>
  )
}
