import { namedIn, type PermissionValue } from './value.ts'

/** A group, as far as it says who is in it. */
export interface Nested {
  readonly members: readonly number[]
  readonly direct_subgroup_ids: readonly number[]
}

/**
 * How somebody comes to be among those whom a value names: the groups from the one that they are in themselves to the one
 * that is named. Empty for who is named.
 */
export type Path = readonly number[]

interface Paths {
  readonly people: ReadonlyMap<number, Path>
  /** Of groups: from the one that has them inside to the one that is named; empty for one that is named. */
  readonly groups: ReadonlyMap<number, Path>
}

/** A shortest path for everybody whom a value names, in one walk: ten thousand people cost as much as they are. */
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

/** The path of one person, where the others are of no interest; undefined where they are not among those. */
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

/** Every group that has one inside, through others as well: the groups from the one around it to that one; itself by none. */
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
