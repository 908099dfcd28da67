import type { GroupId, GroupSettingValue, UserId } from '#contract'
import type { Act } from '#platform/organization'
import type { GroupPermissionName } from '../../organization/permission-settings.ts'
import { checkTotal, mostOfOrganization } from '../../organization/totals.ts'
import * as api from '../api.ts'
import type { Group } from '../group.ts'
import { groupsMirror } from '../mirror.ts'
import { presentGroup } from '../present.ts'
import { presentGroupSetting } from '../setting-values.ts'
import * as store from '../store.ts'

/** With the default permissions; the name must be free. */
export async function addImportedGroup(
  act: Act,
  {
    name,
    description,
    members,
    subgroups,
  }: Pick<Group, 'name' | 'description'> & { members: UserId[]; subgroups: GroupId[] },
): Promise<GroupId> {
  const { tx, org, now } = act
  checkTotal(mostOfOrganization, 'user groups', act.get(groupsMirror).byId.size)
  const row = { org_id: org.id, name, description, settings: {}, creator_id: null, created_at: now }
  const { id } = await store.insert(tx, row)
  await store.addMembers(tx, org.id, id, members)
  await store.addSubgroups(tx, org.id, id, subgroups)
  const made: Group = {
    ...{ id, name, description, members, subgroups, createdAt: now },
    ...{ isSystem: false, deactivated: false, creatorId: null, settings: {} },
  }
  act.emit(api.groupAdded, { group: presentGroup(org, made) }, { everyone: true })
  return id
}

/** Sets the archive's permissions, except those that were changed here. */
export async function setImportedPermissions(
  act: Act,
  id: GroupId,
  settings: Partial<Record<GroupPermissionName, GroupSettingValue>>,
): Promise<void> {
  const group = act.get(groupsMirror).byId.get(id)
  if (!group || group.deactivated || Object.keys(group.settings).length > 0) return
  await store.update(act.tx, id, { settings })
  const next: Group = { ...group, settings }
  const data = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, presentGroupSetting(act.org, value)]),
  )
  const internal = { deactivated: false, group: presentGroup(act.org, next) }
  act.emit(api.groupUpdated, { group_id: id, data, internal }, { everyone: true })
}
