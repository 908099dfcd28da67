import type { GroupId, UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { groupsCache } from '../../people/groups/cache.ts'
import type { Group } from '../../people/groups/group.ts'
import { membersByRole } from '../../people/groups/serialize.ts'

/** Members of a group and its subgroups; `changed` replaces the cached group with its ID. */
function membersWith(org: Organization, id: GroupId, changed: Group): Set<UserId> {
  const { byId } = org.get(groupsCache)
  const members = new Set<UserId>()
  const seen = new Set<GroupId>()
  const waiting = [id]
  let byRole: ReturnType<typeof membersByRole> | undefined
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const group = next === changed.id ? changed : byId.get(next)
    if (!group) continue
    if (group.isSystem) byRole ??= membersByRole(org)
    for (const member of (group.isSystem ? byRole?.get(group.name) : group.members) ?? []) members.add(member)
    waiting.push(...group.subgroups)
  }
  return members
}

/** Who joined and left a group because one of its subgroups, or the group itself, changed. */
export function membershipChanges(org: Organization, id: GroupId, before: Group, after: Group) {
  const were = membersWith(org, id, before)
  const are = membersWith(org, id, after)
  return {
    joined: [...are].filter((member) => !were.has(member)),
    left: [...were].filter((member) => !are.has(member)),
  }
}
