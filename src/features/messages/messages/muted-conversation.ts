import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { extensionPoint } from '#platform/serve'

/** Whether a user muted a direct conversation; `people` are all of its members. */
export const isConversationMuted = extensionPoint<
  [org: Organization, userId: UserId, people: readonly UserId[]],
  boolean
>(() => false)
