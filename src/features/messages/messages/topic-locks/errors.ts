import { apiError } from '#contract'

const code = 'TOPIC_LOCKED'

/** The fields are `until` (UNIX seconds or null) and `reason`; `end` is `until` as text. */
export const topicLocked = apiError(400, code, 'A moderator has locked this topic.')
export const topicLockedFor = apiError(400, code, 'A moderator has locked this topic. Reason: {reason}')
export const topicLockedUntil = apiError(400, code, 'A moderator has locked this topic until {end}.')
export const topicLockedUntilFor = apiError(
  400,
  code,
  'A moderator has locked this topic until {end}. Reason: {reason}',
)

/** Errors of endpoints that post in topics or move messages. */
export const lockedErrors = [topicLocked, topicLockedFor, topicLockedUntil, topicLockedUntilFor]

export const cannotLock = apiError(400, 'BAD_REQUEST', "You don't have permission to lock topics in this channel")
export const noSuchTopicToLock = apiError(404, 'BAD_REQUEST', 'This topic has no messages')
export const notLocked = apiError(404, 'BAD_REQUEST', "This topic isn't locked")
export const invalidLockEnd = apiError(
  400,
  'BAD_REQUEST',
  'Invalid until: a lock must end between a minute and a year from now',
)
