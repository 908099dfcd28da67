import { emptyRole, takesSystemGroup } from '../../src/features/people/organization/system-group-rules.ts'

/** A permission's holders in the API's format: one group, or people and groups. */
export type PermissionValue =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

/** The people and groups that a value names, each once, ascending. */
export interface Named {
  readonly people: readonly number[]
  readonly groups: readonly number[]
}

const ascending = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)

export const namedIn = (value: PermissionValue): Named =>
  typeof value === 'number'
    ? { people: [], groups: [value] }
    : { people: ascending(value.direct_members), groups: ascending(value.direct_subgroups) }

/** In the API's response format: a single group is just its id. */
export function asValue({ people, groups }: Named): { direct_members: number[]; direct_subgroups: number[] } | number {
  const [only] = groups
  if (people.length === 0 && groups.length === 1 && only !== undefined) return only
  return { direct_members: ascending(people), direct_subgroups: ascending(groups) }
}

export const isSameValue = (a: PermissionValue, b: PermissionValue): boolean =>
  JSON.stringify(namedIn(a)) === JSON.stringify(namedIn(b))

/** Values that a permission accepts, from `server_supported_permission_settings`. */
export interface PermissionRules {
  /** Only accepts a role group. */
  readonly require_system_group: boolean
  readonly allow_internet_group: boolean
  readonly allow_nobody_group: boolean
  /** If false, guests never hold it, whatever groups they are in. */
  readonly allow_everyone_group: boolean
  /** Accepted role groups; empty for all that the other rules allow. */
  readonly allowed_system_groups: readonly string[]
}

/** For a group's members: neither the empty role group nor everyone on the internet. */
export const membersOnly: PermissionRules = {
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: false,
  allow_everyone_group: true,
  allowed_system_groups: [],
}

interface AnyGroup {
  readonly id: number
  readonly name: string
  readonly is_system_group: boolean
  readonly deactivated: boolean
}

export function takesGroup(rules: PermissionRules, group: AnyGroup): boolean {
  if (group.deactivated) return false
  if (!group.is_system_group) return !rules.require_system_group
  return takesSystemGroup(rules, group.name)
}

/** Whether a group is the system group without members. */
export const isEmptyRole = (group: Pick<AnyGroup, 'name' | 'is_system_group'> | undefined): boolean =>
  group?.is_system_group === true && group.name === emptyRole

/**
 * Adds a group to a value. A role group replaces another one, because they contain each other; the empty one replaces
 * everything.
 */
export function withGroup(value: PermissionValue, group: AnyGroup, groupOf: (id: number) => AnyGroup | undefined) {
  const { people, groups } = namedIn(value)
  if (isEmptyRole(group)) return group.id
  const rest = groups.filter((id) => {
    const one = groupOf(id)
    return !isEmptyRole(one) && !(one?.is_system_group && group.is_system_group)
  })
  return asValue({ people, groups: [...rest, group.id] })
}

export function withPerson(value: PermissionValue, id: number, groupOf: (id: number) => AnyGroup | undefined) {
  const { people, groups } = namedIn(value)
  const rest = groups.filter((each) => !isEmptyRole(groupOf(each)))
  return asValue({ people: [...people, id], groups: rest })
}

/** Removes people and groups from a value; if nothing is left, the result is the empty role group. */
export function without(value: PermissionValue, gone: Partial<Named>, emptyRoleId: number | undefined) {
  const { people, groups } = namedIn(value)
  const left = {
    people: people.filter((id) => !gone.people?.includes(id)),
    groups: groups.filter((id) => !gone.groups?.includes(id)),
  }
  const isEmpty = left.people.length + left.groups.length === 0
  return isEmpty && emptyRoleId !== undefined ? emptyRoleId : asValue(left)
}

export const isEmptyValue = (value: PermissionValue): boolean => {
  const { people, groups } = namedIn(value)
  return people.length + groups.length === 0
}
