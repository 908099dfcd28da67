import { asGroupId, type GroupId, type UserId } from '#contract'
import { anyOf, type Tx } from '#platform/db'
import { cache } from '#platform/organization'
import { groupEvents } from './api.ts'
import { type Group, Groups, push } from './group.ts'

async function read(tx: Tx, orgId: number, ids?: GroupId[]): Promise<Group[]> {
  let groups = tx.selectFrom('user_group').selectAll().where('org_id', '=', orgId)
  let members = tx.selectFrom('user_group_member').select(['group_id', 'user_id']).where('org_id', '=', orgId)
  let subgroups = tx.selectFrom('user_group_subgroup').select(['group_id', 'subgroup_id']).where('org_id', '=', orgId)
  if (ids) {
    groups = groups.where('id', '=', anyOf(ids))
    members = members.where('group_id', '=', anyOf(ids))
    subgroups = subgroups.where('group_id', '=', anyOf(ids))
  }
  const membersOf = new Map<GroupId, UserId[]>()
  for (const { group_id, user_id } of await members.orderBy('user_id').execute()) push(membersOf, group_id, user_id)
  const subgroupsOf = new Map<GroupId, GroupId[]>()
  for (const { group_id, subgroup_id } of await subgroups.orderBy('subgroup_id').execute())
    push(subgroupsOf, group_id, subgroup_id)
  return (await groups.orderBy('id').execute()).map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    isSystem: row.is_system,
    deactivated: row.deactivated,
    creatorId: row.creator_id,
    createdAt: row.created_at,
    settings: row.settings as Group['settings'],
    members: membersOf.get(row.id) ?? [],
    subgroups: subgroupsOf.get(row.id) ?? [],
  }))
}

export const groupsCache = cache<Groups>({
  name: 'groups',
  async load(tx, orgId) {
    const groups = new Groups()
    for (const group of await read(tx, orgId)) groups.put(group)
    return groups
  },
}).on(groupEvents, async (groups, events, tx, orgId) => {
  const ids = events.map(({ payload }) => ('group' in payload ? asGroupId(payload.group.id) : payload.group_id))
  const fresh = await read(tx, orgId, [...new Set(ids)])
  return () => {
    for (const id of ids) groups.remove(id)
    for (const group of fresh) groups.put(group)
  }
})
