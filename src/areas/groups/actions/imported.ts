import type { GroupId, UserId } from '#contract'
import type { Act } from '#platform/organization'
import { checkTotal, mostOfOrganization } from '../../organization/totals.ts'
import * as api from '../api.ts'
import type { Group } from '../group.ts'
import { groupsMirror } from '../mirror.ts'
import { presentGroup } from '../present.ts'
import * as store from '../store.ts'

/** Makes a group that came with an archive, with the rights that new groups have; nobody there has a group of its name. */
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
