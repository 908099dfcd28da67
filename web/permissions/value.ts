import { takesSystemGroup } from '../../src/features/people/organization/system-group-rules.ts'

/** Who holds a permission, as the API writes it: one group, or people and groups. */
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

/** As the API answers it: a group that is alone stands for itself. */
export function asValue({ people, groups }: Named): { direct_members: number[]; direct_subgroups: number[] } | number {
  const [only] = groups
  if (people.length === 0 && groups.length === 1 && only !== undefined) return only
  return { direct_members: ascending(people), direct_subgroups: ascending(groups) }
}

/** Whether two values name the same people and groups, in whatever form and order. */
export const isSameValue = (a: PermissionValue, b: PermissionValue): boolean =>
  JSON.stringify(namedIn(a)) === JSON.stringify(namedIn(b))

/** What a permission takes, as `server_supported_permission_settings` tells it. */
export interface PermissionRules {
  /** Takes nothing but one of the groups that every organization has. */
  readonly require_system_group: boolean
  readonly allow_internet_group: boolean
  readonly allow_nobody_group: boolean
  /** Otherwise guests never hold it, whatever groups they are in. */
  readonly allow_everyone_group: boolean
  /** Of the groups that every organization has; empty: all that the rest allows. */
  readonly allowed_system_groups: readonly string[]
}

/** People and groups, as they are in a group: nobody is none, and the whole internet is in no group. */
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

/** Whether a permission takes a group. */
export function takesGroup(rules: PermissionRules, group: AnyGroup): boolean {
  if (group.deactivated) return false
  if (!group.is_system_group) return !rules.require_system_group
  return takesSystemGroup(rules, group.name)
}

/**
 * A value with one group more. The groups that every organization has lie within each other, so the one that is chosen
 * takes the place of another; with "nobody" nothing else makes sense.
 */
export function withGroup(value: PermissionValue, group: AnyGroup, groupOf: (id: number) => AnyGroup | undefined) {
  const { people, groups } = namedIn(value)
  if (group.name === 'role:nobody' && group.is_system_group) return group.id
  const rest = groups.filter((id) => {
    const one = groupOf(id)
    return !one?.is_system_group || !(group.is_system_group || one.name === 'role:nobody')
  })
  return asValue({ people, groups: [...rest, group.id] })
}

/** A value with one person more. */
export function withPerson(value: PermissionValue, id: number, groupOf: (id: number) => AnyGroup | undefined) {
  const { people, groups } = namedIn(value)
  const rest = groups.filter((each) => groupOf(each)?.name !== 'role:nobody')
  return asValue({ people: [...people, id], groups: rest })
}

/** A value without what was named; what is left of it is nobody where nothing is. */
export function without(value: PermissionValue, gone: Partial<Named>, nobodyId: number | undefined) {
  const { people, groups } = namedIn(value)
  const left = {
    people: people.filter((id) => !gone.people?.includes(id)),
    groups: groups.filter((id) => !gone.groups?.includes(id)),
  }
  const isEmpty = left.people.length + left.groups.length === 0
  return isEmpty && nobodyId !== undefined ? nobodyId : asValue(left)
}

/** Whether a value names somebody, or nobody on purpose. */
export const isEmptyValue = (value: PermissionValue): boolean => {
  const { people, groups } = namedIn(value)
  return people.length + groups.length === 0
}
