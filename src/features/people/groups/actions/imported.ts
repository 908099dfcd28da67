import type { GroupId, GroupSettingValue, UserId } from '#contract'
import type { Mutation } from '#platform/organization'
import type { GroupPermissionName } from '../../organization/permission-settings.ts'
import { checkTotal, maxPerOrganization } from '../../organization/totals.ts'
import * as api from '../api.ts'
import { groupsCache } from '../cache.ts'
import type { Group } from '../group.ts'
import { serializeGroup } from '../serialize.ts'
import { serializeGroupSetting } from '../setting-values.ts'
import * as store from '../store.ts'

/** With the default permissions; the name must be free. */
export async function addImportedGroup(
  mutation: Mutation,
  {
    name,
    description,
    members,
    subgroups,
  }: Pick<Group, 'name' | 'description'> & { members: UserId[]; subgroups: GroupId[] },
): Promise<GroupId> {
  const { tx, org, now } = mutation
  checkTotal(maxPerOrganization, 'user groups', mutation.get(groupsCache).byId.size)
  const row = { org_id: org.id, name, description, settings: {}, creator_id: null, created_at: now }
  const { id } = await store.insert(tx, row)
  await store.addMembers(tx, org.id, id, members)
  await store.addSubgroups(tx, org.id, id, subgroups)
  const made: Group = {
    ...{ id, name, description, members, subgroups, createdAt: now },
    ...{ isSystem: false, deactivated: false, creatorId: null, settings: {} },
  }
  mutation.emit(api.groupAdded, { group: serializeGroup(org, made) }, { everyone: true })
  return id
}

/** Sets the archive's permissions, except those that were changed here. */
export async function setImportedPermissions(
  mutation: Mutation,
  id: GroupId,
  settings: Partial<Record<GroupPermissionName, GroupSettingValue>>,
): Promise<void> {
  const group = mutation.get(groupsCache).byId.get(id)
  if (!group || group.deactivated || Object.keys(group.settings).length > 0) return
  await store.update(mutation.tx, id, { settings })
  const next: Group = { ...group, settings }
  const data = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, serializeGroupSetting(mutation.org, value)]),
  )
  const internal = { deactivated: false, group: serializeGroup(mutation.org, next) }
  mutation.emit(api.groupUpdated, { group_id: id, data, internal }, { everyone: true })
}
