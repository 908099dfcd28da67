import { namedIn, type PermissionValue } from './value.ts'

export interface Nested {
  readonly members: readonly number[]
  readonly direct_subgroup_ids: readonly number[]
}

/**
 * How a person is included in a value: groups from the one they're a direct member of to the one that the value names.
 * Empty if the value names the person.
 */
export type Path = readonly number[]

interface Paths {
  readonly people: ReadonlyMap<number, Path>
  /** For groups: from the parent group to the one that the value names; empty if the value names the group. */
  readonly groups: ReadonlyMap<number, Path>
}

/** The shortest path of everyone in a value, in one pass: linear in the number of people. */
export function pathsOf(value: PermissionValue, groups: ReadonlyMap<number, Nested>): Paths {
  const named = namedIn(value)
  const people = new Map<number, Path>(named.people.map((id) => [id, []]))
  const above = new Map<number, Path>(named.groups.map((id) => [id, []]))
  const open = [...named.groups]
  for (let at = 0; at < open.length; at++) {
    const id = open[at] as number
    const group = groups.get(id)
    if (!group) continue
    const path = [id, ...(above.get(id) ?? [])]
    for (const member of group.members) if (!people.has(member)) people.set(member, path)
    for (const inside of group.direct_subgroup_ids)
      if (!above.has(inside)) {
        above.set(inside, path)
        open.push(inside)
      }
  }
  return { people, groups: above }
}

/** One person's path, without computing the others; undefined if they aren't included. */
export function pathOf(value: PermissionValue, groups: ReadonlyMap<number, Nested>, userId: number): Path | undefined {
  const named = namedIn(value)
  if (named.people.includes(userId)) return []
  const above = new Map<number, Path>(named.groups.map((id) => [id, []]))
  const open = [...named.groups]
  for (let at = 0; at < open.length; at++) {
    const id = open[at] as number
    const group = groups.get(id)
    if (!group) continue
    const path = [id, ...(above.get(id) ?? [])]
    if (group.members.includes(userId)) return path
    for (const inside of group.direct_subgroup_ids)
      if (!above.has(inside)) {
        above.set(inside, path)
        open.push(inside)
      }
  }
  return undefined
}

/**
 * Every group that contains a group, directly or indirectly, with the path from the parent to that group; empty for the
 * group itself.
 */
export function groupsAround(
  groupId: number,
  groups: ReadonlyMap<number, Pick<Nested, 'direct_subgroup_ids'>>,
): ReadonlyMap<number, Path> {
  const around = new Map<number, number[]>()
  for (const [id, { direct_subgroup_ids }] of groups)
    for (const inside of direct_subgroup_ids) {
      const known = around.get(inside)
      if (known) known.push(id)
      else around.set(inside, [id])
    }
  const found = new Map<number, Path>([[groupId, []]])
  for (const [id, path] of found)
    for (const outer of around.get(id) ?? []) if (!found.has(outer)) found.set(outer, [...path, outer])
  return found
}
