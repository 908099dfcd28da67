import { computed, signal } from '@preact/signals'
import { isLockOver } from '../../src/features/messages/messages/topic-locks/rules.ts'
import { placeKey } from '../../src/features/messages/messages/topic-locks/states.ts'
import type { TopicLock } from '../../src/features/messages/messages/topic-locks/wire.ts'
import { clockFor } from './clock.ts'
import { part } from './connection.ts'

const own = part<readonly TopicLock[] | undefined>('topic_locks')
/** Locks of the open channel if the user isn't subscribed to it. */
export const visitedLocks = signal<readonly TopicLock[]>([])

const all = computed(() => [...visitedLocks.value, ...(own.value ?? [])])
const nowMs = clockFor(() => all.value.flatMap(({ until }) => (until === null ? [] : [until * 1_000])))

const inEffect = computed(
  () => new Map(all.value.filter((one) => !isLockOver(one, nowMs.value)).map((one) => [placeKey(one), one])),
)

/** The topic's lock; undefined if it has none or the lock has expired. */
export const topicLock = (channelId: number, topic: string): TopicLock | undefined =>
  inEffect.value.get(placeKey({ stream_id: channelId, topic_name: topic }))
