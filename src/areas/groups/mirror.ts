import type { GroupSettingValue } from '#contract'
import { roles } from '#contract'
import { anyOf, type Tx } from '#platform/db'
import { mirror } from '#platform/organization'
import { groupEvents } from './api.ts'

/** A group of people, in memory. The members of the groups that every organization has follow from people's roles. */
export interface Group {
  readonly id: number
  readonly name: string
  readonly description: string
  readonly isSystem: boolean
  readonly deactivated: boolean
  readonly creatorId: number | null
  readonly createdAt: Date | null
  /** The group's own permissions that were set. */
  readonly settings: Readonly<Record<string, GroupSettingValue>>
  /** Direct members, ascending; empty for a system group. */
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
}

export class Groups {
  readonly byId = new Map<number, Group>()
  readonly #byName = new Map<string, number>()
  /** For each user the groups that name that user directly. */
  readonly #ofUser = new Map<number, Set<number>>()
  /** For each group the groups that contain it directly. */
  readonly #parents = new Map<number, Set<number>>()

  put(group: Group): void {
    this.remove(group.id)
    this.byId.set(group.id, group)
    this.#byName.set(group.name.toLowerCase(), group.id)
    for (const user of group.members) add(this.#ofUser, user, group.id)
    for (const subgroup of group.subgroups) add(this.#parents, subgroup, group.id)
  }

  remove(id: number): void {
    const before = this.byId.get(id)
    if (!before) return
    this.byId.delete(id)
    this.#byName.delete(before.name.toLowerCase())
    for (const user of before.members) this.#ofUser.get(user)?.delete(id)
    for (const subgroup of before.subgroups) this.#parents.get(subgroup)?.delete(id)
  }

  named(name: string): Group | undefined {
    const id = this.#byName.get(name.toLowerCase())
    return id === undefined ? undefined : this.byId.get(id)
  }

  system(name: string): Group {
    const group = this.named(name)
    if (!group?.isSystem) throw new Error(`The organization has no group ${name}`)
    return group
  }

  /** Every group that a user is in, through a role, directly or through other groups. */
  of(user: { id: number; role: number; isFullMember: boolean }): Set<number> {
    const found = new Set<number>()
    const waiting = [this.system(roleGroupName(user)).id, ...(this.#ofUser.get(user.id) ?? [])]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (found.has(id)) continue
      found.add(id)
      waiting.push(...(this.#parents.get(id) ?? []))
    }
    return found
  }

  /** The group itself and every group inside it. */
  within(id: number): Set<number> {
    const found = new Set<number>()
    const waiting = [id]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...(this.byId.get(next)?.subgroups ?? []))
    }
    return found
  }
}

/** The group that a role puts a user in directly; higher roles' groups are its subgroups. */
export const roleGroupName = ({ role, isFullMember }: { role: number; isFullMember: boolean }): string => {
  if (role <= roles.owner) return 'role:owners'
  if (role <= roles.administrator) return 'role:administrators'
  if (role <= roles.moderator) return 'role:moderators'
  if (role >= roles.guest) return 'role:everyone'
  return isFullMember ? 'role:fullmembers' : 'role:members'
}

function add(index: Map<number, Set<number>>, key: number, value: number): void {
  const set = index.get(key)
  if (set) set.add(value)
  else index.set(key, new Set([value]))
}

async function read(tx: Tx, orgId: number, ids?: number[]): Promise<Group[]> {
  let groups = tx.selectFrom('user_group').selectAll().where('org_id', '=', orgId)
  let members = tx.selectFrom('user_group_member').select(['group_id', 'user_id']).where('org_id', '=', orgId)
  let subgroups = tx.selectFrom('user_group_subgroup').select(['group_id', 'subgroup_id']).where('org_id', '=', orgId)
  if (ids) {
    groups = groups.where('id', '=', anyOf(ids))
    members = members.where('group_id', '=', anyOf(ids))
    subgroups = subgroups.where('group_id', '=', anyOf(ids))
  }
  const membersOf = new Map<number, number[]>()
  for (const { group_id, user_id } of await members.orderBy('user_id').execute()) push(membersOf, group_id, user_id)
  const subgroupsOf = new Map<number, number[]>()
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
    settings: row.settings,
    members: membersOf.get(row.id) ?? [],
    subgroups: subgroupsOf.get(row.id) ?? [],
  }))
}

function push(index: Map<number, number[]>, key: number, value: number): void {
  const list = index.get(key)
  if (list) list.push(value)
  else index.set(key, [value])
}

export const groupsMirror = mirror<Groups>({
  name: 'groups',
  async load(tx, orgId) {
    const groups = new Groups()
    for (const group of await read(tx, orgId)) groups.put(group)
    return groups
  },
}).on(groupEvents, async (groups, events, tx, orgId) => {
  const ids = events.map(({ payload }) => ('group' in payload ? payload.group.id : payload.group_id))
  for (const id of ids) groups.remove(id)
  for (const group of await read(tx, orgId, [...new Set(ids)])) groups.put(group)
})
