import type { GroupId } from '#contract'
import type { Mutation } from '#platform/organization'
import { groupsCache } from '../../../people/groups/cache.ts'
import type { Group } from '../../../people/groups/group.ts'

/** A group; throws if there's none, or it's deactivated. */
export function activeGroup(mutation: Mutation, id: GroupId, refused: (reason: string) => Error): Group {
  const group = mutation.get(groupsCache).byId.get(id)
  if (!group || group.deactivated) throw refused('is not a group')
  return group
}
