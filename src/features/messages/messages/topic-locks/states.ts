import { compareTexts, event, foldedTopic, state, z } from '#contract'
import { TopicLock, topicPlace } from './wire.ts'

/** New and changed locks, to subscribers. */
export const topicsLocked = event('topic_locks', 'add', { topic_locks: z.array(TopicLock) })
export const topicsUnlocked = event('topic_locks', 'remove', { topic_locks: z.array(z.object(topicPlace)) })

interface Place {
  readonly stream_id: number
  readonly topic_name: string
}

export const placeKey = ({ stream_id, topic_name }: Place): string => `${stream_id} ${foldedTopic(topic_name)}`

function without(list: readonly TopicLock[], places: readonly Place[]): TopicLock[] {
  const gone = new Set(places.map(placeKey))
  return list.filter((one) => !gone.has(placeKey(one)))
}

export const inOrder = <L extends Place>(list: readonly L[]): L[] =>
  list.toSorted((a, b) => a.stream_id - b.stream_id || compareTexts(placeKey(a), placeKey(b)))

/** Of subscribed channels. Clients ignore expired locks. */
export const topicLocksState = state('topic_locks', z.array(TopicLock))
  .on(topicsLocked, (list, { topic_locks }) => inOrder([...without(list, topic_locks), ...topic_locks]))
  .on(topicsUnlocked, (list, { topic_locks }) => without(list, topic_locks))
