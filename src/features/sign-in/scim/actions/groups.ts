import type { GroupId } from '#contract'
import type { Mutation } from '#platform/organization'
import { changeMembers, deactivateGroup, updateGroup } from '../../../people/groups/actions/group.ts'
import { addImportedGroup } from '../../../people/groups/actions/imported.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import type { Group } from '../../../people/groups/group.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { directoryCache } from '../cache.ts'
import { type Caller, checkVersion, keepChange } from '../caller.ts'
import { groupVersion, isDirectoryGroup } from '../group.ts'
import { groupResourceId, personResourceId } from '../ids.ts'
import { badValue, noSuchResource, taken } from '../scim-error.ts'
import { scimGroupChanged } from '../states.ts'
import * as store from '../store.ts'
import type { WantedGroup } from '../wanted-group.ts'

/** Throws if the group doesn't exist for directories. */
export function knownDirectoryGroup(mutation: Pick<Mutation, 'get'>, id: GroupId | undefined, text: string): Group {
  const group = id === undefined ? undefined : mutation.get(groupsCache).byId.get(id)
  if (!group || !isDirectoryGroup(group)) throw noSuchResource(text)
  return group
}

/** Creates a group, or reactivates one with the same name. */
export async function createDirectoryGroup(mutation: Mutation, caller: Caller, wanted: WantedGroup): Promise<GroupId> {
  const namesake = mutation.get(groupsCache).named(wanted.name)
  if (namesake && (isDirectoryGroup(namesake) || namesake.isSystem)) throw taken('displayName is taken')
  checkExternalId(mutation, wanted, namesake?.id)
  let id: GroupId
  if (namesake) {
    await updateGroup(mutation, namesake, { name: wanted.name, deactivated: false })
    await setMembers(mutation, { ...namesake, deactivated: false }, wanted)
    id = namesake.id
  } else {
    checkMembers(mutation, undefined, wanted)
    id = await addImportedGroup(mutation, {
      name: wanted.name,
      description: '',
      members: [...wanted.members].sort((a, b) => a - b),
      subgroups: [...wanted.subgroups].sort((a, b) => a - b),
    })
  }
  await keepGroup(mutation, id, wanted.externalId)
  await keepChange(mutation, caller, 'POST /scim/v2/Groups', { id: groupResourceId(id), ...audited(undefined, wanted) })
  return id
}

/** Applies `change` to a group, completely or not at all; concurrent changes are serialized. */
export async function changeDirectoryGroup(
  mutation: Mutation,
  caller: Caller,
  group: Group,
  change: (wanted: WantedGroup) => WantedGroup,
): Promise<void> {
  checkVersion(caller, groupVersion(mutation.org, group))
  const externalId = mutation.get(directoryCache).groups.get(group.id)?.externalId ?? null
  const wanted = change({
    name: group.name,
    externalId,
    members: new Set(group.members),
    subgroups: new Set(group.subgroups),
  })
  checkExternalId(mutation, wanted, group.id)
  const namesake = mutation.get(groupsCache).named(wanted.name)
  if (namesake && namesake.id !== group.id) throw taken('displayName is taken')
  await updateGroup(mutation, group, { name: wanted.name })
  await setMembers(mutation, { ...group, name: wanted.name }, wanted)
  if (mutation.hasWritten || externalId !== wanted.externalId) await keepGroup(mutation, group.id, wanted.externalId)
  await keepChange(mutation, caller, 'PATCH /scim/v2/Groups/{id}', {
    id: groupResourceId(group.id),
    ...audited(group, wanted),
  })
}

export async function removeDirectoryGroup(mutation: Mutation, caller: Caller, group: Group): Promise<void> {
  checkVersion(caller, groupVersion(mutation.org, group))
  await deactivateGroup(mutation, group)
  await keepGroup(mutation, group.id, null)
  await keepChange(mutation, caller, 'DELETE /scim/v2/Groups/{id}', { id: groupResourceId(group.id), name: group.name })
}

const missing = <T>(from: Iterable<T>, of: ReadonlySet<T>): T[] => [...from].filter((one) => !of.has(one))

const differences = (group: Pick<Group, 'members' | 'subgroups'> | undefined, wanted: WantedGroup) => ({
  add: missing(wanted.members, new Set(group?.members)),
  remove: missing(group?.members ?? [], wanted.members),
  addSubgroups: missing(wanted.subgroups, new Set(group?.subgroups)),
  removeSubgroups: missing(group?.subgroups ?? [], wanted.subgroups),
})

function audited(group: Group | undefined, wanted: WantedGroup): Record<string, unknown> {
  const { add, remove, addSubgroups, removeSubgroups } = differences(group, wanted)
  const changes = { add, delete: remove, add_subgroups: addSubgroups, delete_subgroups: removeSubgroups }
  return { name: wanted.name, ...Object.fromEntries(Object.entries(changes).filter(([, ids]) => ids.length > 0)) }
}

/** New members must be active accounts the directory can see. */
function checkMembers(mutation: Mutation, group: Group | undefined, wanted: WantedGroup): void {
  const directory = mutation.get(directoryCache)
  const { byId } = mutation.get(peopleCache)
  const { add, addSubgroups } = differences(group, wanted)
  for (const id of add) {
    const account = byId.get(id)
    if (!account || !directory.knows(account)) throw badValue(`members: there is no ${personResourceId(id)}`)
    if (!account.isActive) throw badValue(`members: ${personResourceId(id)} is not active`)
  }
  for (const id of addSubgroups) {
    const inner = mutation.get(groupsCache).byId.get(id)
    if (!inner || !isDirectoryGroup(inner)) throw badValue(`members: there is no ${groupResourceId(id)}`)
  }
}

async function setMembers(mutation: Mutation, group: Group, wanted: WantedGroup): Promise<void> {
  checkMembers(mutation, group, wanted)
  const changes = differences(group, wanted)
  if (Object.values(changes).some((ids) => ids.length > 0)) await changeMembers(mutation, group, changes)
}

function checkExternalId(mutation: Mutation, { externalId }: WantedGroup, own: GroupId | undefined): void {
  const known = externalId === null ? undefined : mutation.get(directoryCache).groupWithExternalId(externalId)
  if (known !== undefined && known !== own) throw taken('externalId is taken')
}

async function keepGroup(mutation: Mutation, groupId: GroupId, externalId: string | null): Promise<void> {
  const row = { group_id: groupId, org_id: mutation.org.id, external_id: externalId, modified_at: mutation.now }
  await store.putGroup(mutation.tx, row)
  mutation.emit(scimGroupChanged, { group_id: groupId })
}
