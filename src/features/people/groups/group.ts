import type { GroupId, GroupSettingValue, UserId } from '#contract'
import { roles } from '#contract'

/** Members of system groups are not stored, but follow from roles. */
export interface Group {
  readonly id: GroupId
  readonly name: string
  readonly description: string
  readonly isSystem: boolean
  readonly deactivated: boolean
  readonly creatorId: UserId | null
  readonly createdAt: Date | null
  /** Only permissions that were changed. */
  readonly settings: Readonly<Record<string, GroupSettingValue>>
  /** Direct members, ascending; empty for a system group. */
  readonly members: readonly UserId[]
  readonly subgroups: readonly GroupId[]
}

export class Groups {
  readonly byId = new Map<GroupId, Group>()
  readonly #byName = new Map<string, GroupId>()
  readonly #ofUser = new Map<UserId, Set<GroupId>>()
  readonly #parents = new Map<GroupId, Set<GroupId>>()

  put(group: Group): void {
    this.remove(group.id)
    this.byId.set(group.id, group)
    this.#byName.set(group.name.toLowerCase(), group.id)
    for (const user of group.members) add(this.#ofUser, user, group.id)
    for (const subgroup of group.subgroups) add(this.#parents, subgroup, group.id)
  }

  remove(id: GroupId): void {
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

  of(user: { id: UserId; role: number; isFullMember: boolean }): Set<GroupId> {
    const found = new Set<GroupId>()
    const waiting = [this.system(roleGroupName(user)).id, ...(this.#ofUser.get(user.id) ?? [])]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (found.has(id)) continue
      found.add(id)
      waiting.push(...(this.#parents.get(id) ?? []))
    }
    return found
  }

  within(id: GroupId): Set<GroupId> {
    const found = new Set<GroupId>()
    const waiting = [id]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue
      found.add(next)
      waiting.push(...(this.byId.get(next)?.subgroups ?? []))
    }
    return found
  }
}

/** The user's direct role group; groups of higher roles are its subgroups. */
export const roleGroupName = ({ role, isFullMember }: { role: number; isFullMember: boolean }): string => {
  if (role <= roles.owner) return 'role:owners'
  if (role <= roles.administrator) return 'role:administrators'
  if (role <= roles.moderator) return 'role:moderators'
  if (role >= roles.guest) return 'role:everyone'
  return isFullMember ? 'role:fullmembers' : 'role:members'
}

function add<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const set = index.get(key)
  if (set) set.add(value)
  else index.set(key, new Set([value]))
}

export function push<K, V>(index: Map<K, V[]>, key: K, value: V): void {
  const list = index.get(key)
  if (list) list.push(value)
  else index.set(key, [value])
}
