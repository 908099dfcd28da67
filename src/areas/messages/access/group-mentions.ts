import type { Rendered } from '#platform/markdown'
import type { Act } from '#platform/organization'
import { canMention } from '../../groups/access/permissions.ts'
import { groupsMirror } from '../../groups/mirror.ts'
import { groupMentionRefused } from '../api/send.ts'

/** Throws for a forbidden group mention. Call whenever a user's text starts to notify; silent mentions are fine. */
export function checkGroupMentions(act: Act, { mentionedGroupIds }: Rendered): void {
  for (const id of mentionedGroupIds) {
    const group = act.get(groupsMirror).byId.get(id)
    if (group && !canMention(act.org, act.viewer, group)) throw groupMentionRefused({}, { name: group.name })
  }
}
