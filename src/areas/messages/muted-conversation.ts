import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { question } from '#platform/serve'

/** Whether somebody wants to hear nothing of a direct conversation; `people` are all that are in it. */
export const isConversationMuted = question<[org: Organization, userId: UserId, people: readonly UserId[]], boolean>(
  () => false,
)
