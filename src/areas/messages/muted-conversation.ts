import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { question } from '#platform/serve'

/** Whether a user muted a direct conversation; `people` are all of its members. */
export const isConversationMuted = question<[org: Organization, userId: UserId, people: readonly UserId[]], boolean>(
  () => false,
)
