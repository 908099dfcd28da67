import { invalidArgument } from '#contract'
import { emptyTopicDisplayName } from '../organization/register-constants.ts'
import { maxTopicLength, topicLimit } from './limits.ts'

/** The empty topic can be written as `''`, and by the names that clients show for it. */
export function normalTopic(topic: string): string {
  const trimmed = topic.trim()
  if (trimmed === '(no topic)' || trimmed === emptyTopicDisplayName) return ''
  if ([...trimmed].length > topicLimit(trimmed))
    throw invalidArgument({}, { name: 'topic', reason: `is too long (limit: ${maxTopicLength} characters)` })
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(trimmed))
    throw invalidArgument({}, { name: 'topic', reason: 'contains characters that cannot be shown' })
  return trimmed
}

/** How a topic is called before clients that know no empty one. */
export const shownTopic = (topic: string, emptyTopic: boolean): string =>
  topic === '' && !emptyTopic ? emptyTopicDisplayName : topic
