import type { GroupId, GroupSettingValue, UserId } from '#contract'
import { ascending } from '#contract'
import type { Mutation } from '#platform/organization'
import { hook } from '#platform/serve'
import { canInOrganization } from '../../organization/access.ts'
import { type GroupPermissionName, serverSupportedPermissionSettings } from '../../organization/permission-settings.ts'
import { checkTotal, maxPerOrganization } from '../../organization/totals.ts'
import { peopleCache } from '../../users/cache.ts'
import { groupPermission, groupPermissionNames } from '../access/permissions.ts'
import * as api from '../api.ts'
import { groupsCache } from '../cache.ts'
import type { Group } from '../group.ts'
import { serializeGroup } from '../serialize.ts'
import {
  changedGroupSetting,
  checkGroupSettingValue,
  type GroupSettingUpdate,
  groupIsDeactivated,
  groupNotAllowed,
  invalidUserId,
  noSuchGroup,
  serializeGroupSetting,
} from '../setting-values.ts'
import * as store from '../store.ts'

const everyone = { everyone: true } as const
const rules = serverSupportedPermissionSettings.group

/** Collects the uses of a group, in the same transaction. Each use prevents its deactivation. */
export const groupUses = hook<[groupId: GroupId, objections: api.Objection[]]>()

/** After a group's members or subgroups changed, in the same transaction; caches show the group before. */
export const groupMembershipChanged = hook<[before: Group, after: Group]>()

export const namesGroup = (value: GroupSettingValue, groupId: GroupId): boolean =>
  typeof value === 'number' ? value === groupId : value.direct_subgroups.includes(groupId)

export interface NewGroup extends Partial<Record<GroupPermissionName, GroupSettingValue | undefined>> {
  name: string
  description: string
  members: UserId[]
  subgroups: GroupId[]
}

export async function createGroup(mutation: Mutation, group: NewGroup): Promise<GroupId> {
  const { tx, org, viewer, now } = mutation
  if (!canInOrganization(org, viewer, 'can_create_groups')) throw api.notAllowed()
  checkNameFree(mutation, group.name)
  checkTotal(maxPerOrganization, 'user groups', mutation.get(groupsCache).byId.size)
  const members = ascending(group.members)
  checkPeople(mutation, members)
  const subgroups = ascending(group.subgroups)
  for (const id of subgroups) checkSubgroup(mutation, id)
  const settings: Record<string, GroupSettingValue> = {}
  for (const name of groupPermissionNames) {
    const value = group[name]
    if (value !== undefined) settings[name] = checkGroupSettingValue(org, name, value, rules[name])
  }
  const { name, description } = group
  const row = { org_id: org.id, name, description, settings, creator_id: viewer.id, created_at: now }
  const { id } = await store.insert(tx, row)
  await store.addMembers(tx, org.id, id, members)
  await store.addSubgroups(tx, org.id, id, subgroups)
  const made: Group = {
    id,
    name,
    description,
    isSystem: false,
    deactivated: false,
    creatorId: viewer.id,
    createdAt: now,
    settings,
    members,
    subgroups,
  }
  mutation.emit(api.groupAdded, { group: serializeGroup(org, made) }, everyone)
  return id
}

interface GroupChanges extends Partial<Record<GroupPermissionName, GroupSettingUpdate | undefined>> {
  name?: string | undefined
  description?: string | undefined
  deactivated?: false | undefined
}

export async function updateGroup(mutation: Mutation, group: Group, changes: GroupChanges): Promise<void> {
  const { tx, org } = mutation
  const data: Record<string, unknown> = {}
  const columns: Parameters<typeof store.update>[2] = {}
  if (changes.name !== undefined && changes.name !== group.name) {
    checkNameFree(mutation, changes.name, group.id)
    columns.name = changes.name
    data.name = changes.name
  }
  if (changes.description !== undefined && changes.description !== group.description) {
    columns.description = changes.description
    data.description = changes.description
  }
  const settings = { ...group.settings }
  for (const name of groupPermissionNames) {
    const update = changes[name]
    if (update === undefined) continue
    const value = changedGroupSetting(org, name, groupPermission(org, group, name), update, rules[name])
    if (value === undefined) continue
    settings[name] = value
    columns.settings = settings
    data[name] = serializeGroupSetting(org, value)
  }
  if (changes.deactivated === false && group.deactivated) {
    columns.deactivated = false
    data.deactivated = false
  }
  if (Object.keys(data).length === 0) return
  await store.update(tx, group.id, columns)
  const next: Group = { ...group, ...columns, settings } as Group
  const internal = { deactivated: next.deactivated, group: serializeGroup(org, next) }
  mutation.emit(api.groupUpdated, { group_id: group.id, data, internal }, everyone)
}

/** Groups in use can't be deactivated. */
export async function deactivateGroup(mutation: Mutation, group: Group): Promise<void> {
  if (group.deactivated) throw groupIsDeactivated()
  const objections: api.Objection[] = []
  const groups = mutation.get(groupsCache)
  const supergroup_ids: GroupId[] = []
  for (const other of groups.byId.values()) {
    if (other.subgroups.includes(group.id)) supergroup_ids.push(other.id)
    if (other.deactivated || other.id === group.id) continue
    const settings = groupPermissionNames.filter((name) =>
      namesGroup(groupPermission(mutation.org, other, name), group.id),
    )
    if (settings.length > 0) objections.push({ type: 'user_group', group_id: other.id, settings })
  }
  if (supergroup_ids.length > 0) objections.push({ type: 'subgroup', supergroup_ids: ascending(supergroup_ids) })
  await groupUses(mutation, group.id, objections)
  if (objections.length > 0) throw api.groupInUse({ objections })
  await store.update(mutation.tx, group.id, { deactivated: true })
  const internal = { deactivated: true }
  mutation.emit(api.groupUpdated, { group_id: group.id, data: { deactivated: true }, internal }, everyone)
}

interface MemberChanges {
  add: UserId[]
  remove: UserId[]
  addSubgroups: GroupId[]
  removeSubgroups: GroupId[]
}

/** Applies all changes or none; the caller checks permissions. */
export async function changeMembers(mutation: Mutation, group: Group, changes: MemberChanges): Promise<void> {
  const { tx, org } = mutation
  const group_id = group.id
  const add = ascending(changes.add)
  const remove = ascending(changes.remove)
  const addSubgroups = ascending(changes.addSubgroups)
  const removeSubgroups = ascending(changes.removeSubgroups)
  if (add.length + remove.length + addSubgroups.length + removeSubgroups.length === 0) throw api.nothingToDo()
  // perf: system-wide groups have as many members as a request can name
  const present = new Set(group.members)
  // deactivated users can be removed, but not added
  checkPeople(mutation, [...add, ...remove.filter((id) => !present.has(id))])
  for (const user_id of add) if (present.has(user_id)) throw api.memberAlready({}, { user_id })
  for (const user_id of remove) if (!present.has(user_id)) throw api.noSuchMember({}, { user_id })
  for (const id of addSubgroups) {
    checkSubgroup(mutation, id)
    if (group.subgroups.includes(id)) throw api.subgroupAlready({}, { group_id: id })
    if (mutation.get(groupsCache).within(id).has(group_id)) throw api.wouldContainItself({}, { group_id: id })
  }
  for (const id of removeSubgroups) if (!group.subgroups.includes(id)) throw api.noSuchSubgroup({}, { group_id: id })
  const internal = { deactivated: group.deactivated }
  if (add.length > 0) {
    await store.addMembers(tx, org.id, group_id, add)
    mutation.emit(api.membersAdded, { group_id, user_ids: add, internal }, everyone)
  }
  if (remove.length > 0) {
    await store.removeMembers(tx, group_id, remove)
    mutation.emit(api.membersRemoved, { group_id, user_ids: remove, internal }, everyone)
  }
  if (addSubgroups.length > 0) {
    await store.addSubgroups(tx, org.id, group_id, addSubgroups)
    mutation.emit(api.subgroupsAdded, { group_id, direct_subgroup_ids: addSubgroups, internal }, everyone)
  }
  if (removeSubgroups.length > 0) {
    await store.removeSubgroups(tx, group_id, removeSubgroups)
    mutation.emit(api.subgroupsRemoved, { group_id, direct_subgroup_ids: removeSubgroups, internal }, everyone)
  }
  const members = without([...group.members, ...add], remove)
  const subgroups = without([...group.subgroups, ...addSubgroups], removeSubgroups)
  await groupMembershipChanged(mutation, group, { ...group, members, subgroups })
}

function checkNameFree(mutation: Mutation, name: string, own?: GroupId): void {
  const other = mutation.get(groupsCache).named(name)
  if (other && other.id !== own) throw api.groupNameTaken({}, { name })
}

function checkPeople(mutation: Mutation, ids: readonly UserId[]): void {
  const { byId } = mutation.get(peopleCache)
  for (const user_id of ids) {
    const account = byId.get(user_id)
    if (!account?.isActive || account.isSystemBot) throw invalidUserId({}, { user_id })
  }
}

function checkSubgroup(mutation: Mutation, id: GroupId): void {
  const group = mutation.get(groupsCache).byId.get(id)
  if (!group) throw noSuchGroup()
  if (group.deactivated) throw groupIsDeactivated()
  if (group.name === 'role:internet') throw groupNotAllowed({}, { name: 'subgroups', group: group.name })
}

function without<T extends number>(ids: T[], gone: readonly T[]): T[] {
  const leaving = new Set(gone)
  return ascending(ids.filter((id) => !leaving.has(id)))
}
