import { invalidArgument } from '#contract'
import { emptyTopicDisplayName } from '../../people/organization/register-constants.ts'
import { maxTopicLength, topicLimit } from './limits.ts'

/** Clients send `''` or a display name for the empty topic. */
export function normalTopic(topic: string): string {
  const trimmed = topic.trim()
  if (trimmed === '(no topic)' || trimmed === emptyTopicDisplayName) return ''
  if ([...trimmed].length > topicLimit(trimmed))
    throw invalidArgument({}, { name: 'topic', reason: `is too long (limit: ${maxTopicLength} characters)` })
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(trimmed))
    throw invalidArgument({}, { name: 'topic', reason: 'contains characters that cannot be shown' })
  return trimmed
}

export const shownTopic = (topic: string, emptyTopic: boolean): string =>
  topic === '' && !emptyTopic ? emptyTopicDisplayName : topic
