import { resolvedPrefix } from '../../narrow/narrow.ts'
import { part } from '../../store/connection.ts'

const longest = part<number>('max_topic_length')

/** Maximum length of a topic, not counting the resolved prefix. */
export const topicRoom = (topic: string): number =>
  (longest.value ?? 60) + (topic.startsWith(resolvedPrefix) ? resolvedPrefix.length : 0)
