import { resolvedPrefix } from '../../narrow/narrow.ts'
import { part } from '../../store/connection.ts'

const longest = part<number>('max_topic_length')

/** How long a topic can get: the mark of a resolved one doesn't count. */
export const topicRoom = (topic: string): number =>
  (longest.value ?? 60) + (topic.startsWith(resolvedPrefix) ? resolvedPrefix.length : 0)
