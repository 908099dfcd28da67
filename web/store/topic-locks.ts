import { computed, effect, signal } from '@preact/signals'
import { foldedTopic } from '#contract'
import { isLockOver } from '../../src/features/messages/messages/topic-locks/rules.ts'
import type { TopicLock } from '../../src/features/messages/messages/topic-locks/wire.ts'
import { part } from './connection.ts'

const all = part<readonly TopicLock[] | undefined>('topic_locks')
/** Of the open channel if the user isn't subscribed to it. */
export const visitedLocks = signal<readonly TopicLock[]>([])
const nowMs = signal(Date.now())
/** Browsers run longer timers at once. */
const longestTimerMs = 2 ** 31 - 1

const keyOf = (channelId: number, topic: string) => `${channelId} ${foldedTopic(topic)}`

const inEffect = computed(
  () =>
    new Map(
      [...visitedLocks.value, ...(all.value ?? [])]
        .filter((one) => !isLockOver(one, nowMs.value))
        .map((one) => [keyOf(one.stream_id, one.topic_name), one]),
    ),
)

// looks at the clock again when the next lock ends
effect(() => {
  const ends = [...inEffect.value.values()].flatMap(({ until }) => (until === null ? [] : [until * 1_000]))
  if (ends.length === 0) return
  const wait = Math.min(Math.max(Math.min(...ends) - Date.now(), 0), longestTimerMs)
  const timer = setTimeout(() => (nowMs.value = Date.now()), wait)
  return () => clearTimeout(timer)
})

/** The lock of a topic that's in effect. */
export const topicLock = (channelId: number, topic: string): TopicLock | undefined =>
  inEffect.value.get(keyOf(channelId, topic))
