import { ChannelId, endpoint, text, z } from '#contract'
import { invalidChannelId } from '../../../channels/channels/errors.ts'
import { maxWrittenTopicLength } from '../../../channels/channels/limits.ts'
import { tooManyKept } from '../../../people/organization/totals.ts'
import { cannotLock, invalidLockEnd, noSuchTopicToLock, notLocked } from './errors.ts'
import { maxLockReasonLength } from './limits.ts'
import { TopicLock } from './wire.ts'

export * from './errors.ts'
export * from './states.ts'

const stream_id = ChannelId
const topic = text({ max: maxWrittenTopicLength })

export const getTopicLocks = endpoint('GET /streams/{stream_id}/topics/locks', {
  summary: 'Get the locked topics of a channel',
  inChannels: true,
  params: { stream_id },
  result: { topic_locks: z.array(TopicLock) },
  errors: [invalidChannelId],
})

/** Locking a locked topic changes its end and reason. */
export const lockTopic = endpoint('POST /streams/{stream_id}/topics/lock', {
  summary: 'Lock a topic, so that only people who moderate the channel can post in it',
  contributes: true,
  scope: 'channels',
  inChannels: true,
  audited: true,
  params: {
    stream_id,
    topic,
    /** UNIX seconds, from a minute to a year from now; null to lock it until you unlock it. */
    until: z.int().nonnegative().nullable().default(null),
    /** Everyone who can read the topic sees it. */
    reason: text({ trim: true, max: maxLockReasonLength }).default(''),
  },
  result: { topic_lock: TopicLock },
  errors: [invalidChannelId, cannotLock, noSuchTopicToLock, invalidLockEnd, tooManyKept],
})

export const unlockTopic = endpoint('DELETE /streams/{stream_id}/topics/lock', {
  summary: 'Unlock a topic',
  contributes: true,
  scope: 'channels',
  inChannels: true,
  audited: true,
  params: { stream_id, topic },
  errors: [invalidChannelId, cannotLock, notLocked],
})
