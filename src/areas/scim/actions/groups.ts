import type { GroupId } from '#contract'
import type { Act } from '#platform/organization'
import { changeMembers, deactivateGroup, updateGroup } from '../../groups/actions/group.ts'
import { addImportedGroup } from '../../groups/actions/imported.ts'
import type { Group } from '../../groups/group.ts'
import { groupsMirror } from '../../groups/mirror.ts'
import { peopleMirror } from '../../users/mirror.ts'
import { type Caller, checkVersion, keepChange } from '../caller.ts'
import { groupVersion, isDirectoryGroup } from '../group.ts'
import { groupResourceId, personResourceId } from '../ids.ts'
import { directoryMirror } from '../mirror.ts'
import { badValue, noSuchResource, taken } from '../scim-error.ts'
import { scimGroupChanged } from '../states.ts'
import * as store from '../store.ts'
import type { WantedGroup } from '../wanted-group.ts'

/** Throws if the group doesn't exist for directories. */
export function knownDirectoryGroup(act: Pick<Act, 'get'>, id: GroupId | undefined, text: string): Group {
  const group = id === undefined ? undefined : act.get(groupsMirror).byId.get(id)
  if (!group || !isDirectoryGroup(group)) throw noSuchResource(text)
  return group
}

/** Creates a group, or reactivates one with the same name. */
export async function createDirectoryGroup(act: Act, caller: Caller, wanted: WantedGroup): Promise<GroupId> {
  const namesake = act.get(groupsMirror).named(wanted.name)
  if (namesake && (isDirectoryGroup(namesake) || namesake.isSystem)) throw taken('displayName is taken')
  checkExternalId(act, wanted, namesake?.id)
  let id: GroupId
  if (namesake) {
    await updateGroup(act, namesake, { name: wanted.name, deactivated: false })
    await setMembers(act, { ...namesake, deactivated: false }, wanted)
    id = namesake.id
  } else {
    checkMembers(act, undefined, wanted)
    id = await addImportedGroup(act, {
      name: wanted.name,
      description: '',
      members: [...wanted.members].sort((a, b) => a - b),
      subgroups: [...wanted.subgroups].sort((a, b) => a - b),
    })
  }
  await keepGroup(act, id, wanted.externalId)
  await keepChange(act, caller, 'POST /scim/v2/Groups', { id: groupResourceId(id), ...audited(undefined, wanted) })
  return id
}

/** Applies `change` to a group, completely or not at all; concurrent changes are serialized. */
export async function changeDirectoryGroup(
  act: Act,
  caller: Caller,
  group: Group,
  change: (wanted: WantedGroup) => WantedGroup,
): Promise<void> {
  checkVersion(caller, groupVersion(act.org, group))
  const externalId = act.get(directoryMirror).groups.get(group.id)?.externalId ?? null
  const wanted = change({
    name: group.name,
    externalId,
    members: new Set(group.members),
    subgroups: new Set(group.subgroups),
  })
  checkExternalId(act, wanted, group.id)
  const namesake = act.get(groupsMirror).named(wanted.name)
  if (namesake && namesake.id !== group.id) throw taken('displayName is taken')
  await updateGroup(act, group, { name: wanted.name })
  await setMembers(act, { ...group, name: wanted.name }, wanted)
  if (act.hasWritten || externalId !== wanted.externalId) await keepGroup(act, group.id, wanted.externalId)
  await keepChange(act, caller, 'PATCH /scim/v2/Groups/{id}', {
    id: groupResourceId(group.id),
    ...audited(group, wanted),
  })
}

export async function removeDirectoryGroup(act: Act, caller: Caller, group: Group): Promise<void> {
  checkVersion(caller, groupVersion(act.org, group))
  await deactivateGroup(act, group)
  await keepGroup(act, group.id, null)
  await keepChange(act, caller, 'DELETE /scim/v2/Groups/{id}', { id: groupResourceId(group.id), name: group.name })
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
function checkMembers(act: Act, group: Group | undefined, wanted: WantedGroup): void {
  const directory = act.get(directoryMirror)
  const { byId } = act.get(peopleMirror)
  const { add, addSubgroups } = differences(group, wanted)
  for (const id of add) {
    const account = byId.get(id)
    if (!account || !directory.knows(account)) throw badValue(`members: there is no ${personResourceId(id)}`)
    if (!account.isActive) throw badValue(`members: ${personResourceId(id)} is not active`)
  }
  for (const id of addSubgroups) {
    const inner = act.get(groupsMirror).byId.get(id)
    if (!inner || !isDirectoryGroup(inner)) throw badValue(`members: there is no ${groupResourceId(id)}`)
  }
}

async function setMembers(act: Act, group: Group, wanted: WantedGroup): Promise<void> {
  checkMembers(act, group, wanted)
  const changes = differences(group, wanted)
  if (Object.values(changes).some((ids) => ids.length > 0)) await changeMembers(act, group, changes)
}

function checkExternalId(act: Act, { externalId }: WantedGroup, own: GroupId | undefined): void {
  const known = externalId === null ? undefined : act.get(directoryMirror).groupWithExternalId(externalId)
  if (known !== undefined && known !== own) throw taken('externalId is taken')
}

async function keepGroup(act: Act, groupId: GroupId, externalId: string | null): Promise<void> {
  const row = { group_id: groupId, org_id: act.org.id, external_id: externalId, modified_at: act.now }
  await store.putGroup(act.tx, row)
  act.emit(scimGroupChanged, { group_id: groupId })
}
