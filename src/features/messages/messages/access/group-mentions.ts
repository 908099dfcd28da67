import type { Rendered } from '#platform/markdown'
import type { Mutation } from '#platform/organization'
import { canMention } from '../../../people/groups/access/permissions.ts'
import { groupsCache } from '../../../people/groups/cache.ts'
import { groupMentionRefused } from '../api/send.ts'

/** Throws for a forbidden group mention. Call whenever a user's text starts to notify; silent mentions are fine. */
export function checkGroupMentions(mutation: Mutation, { mentionedGroupIds }: Rendered): void {
  for (const id of mentionedGroupIds) {
    const group = mutation.get(groupsCache).byId.get(id)
    if (group && !canMention(mutation.org, mutation.viewer, group)) throw groupMentionRefused({}, { name: group.name })
  }
}
