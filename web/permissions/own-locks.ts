import type { TopicLock } from '../../src/features/messages/messages/topic-locks/wire.ts'
import type { Target } from '../narrow/target.ts'
import { channel } from '../store/channels.ts'
import { topicLock } from '../store/topic-locks.ts'
import { canInChannel } from './rights.ts'

/** Whether the user can lock and unlock topics in a channel, and post in locked ones. */
export function canLock(channelId: number): boolean {
  const one = channel(channelId)
  return one !== undefined && !one.is_archived && canInChannel('moderate', one)
}

/** The lock of the topic, whether or not it keeps the user from posting there. */
export const lockOfTarget = (target: Target): TopicLock | undefined =>
  target.kind === 'topic' && target.channelId !== undefined
    ? topicLock(target.channelId, target.topic.trim())
    : undefined

/** The lock that keeps the user from posting there. */
export function lockOn(target: Target): TopicLock | undefined {
  const lock = lockOfTarget(target)
  return lock && !canLock(lock.stream_id) ? lock : undefined
}
