import { folded, foldedTopic } from '#contract'
import { bareTopic } from '../../../messages/messages/topics.ts'
import type { StoredCondition } from '../conditions/input.ts'
import type { StoredTrigger } from './input.ts'

export const foldedBareTopic = (topic: string): string => foldedTopic(bareTopic(topic))

/** Folds topics and words the way messages are folded to match them. */
export function withFoldedText<T extends StoredTrigger | StoredCondition>(part: T): T {
  if (part.kind === 'message')
    return { ...part, topic: part.topic === null ? null : foldedBareTopic(part.topic), words: part.words.map(folded) }
  if (part.kind === 'topic') return { ...part, topic: foldedBareTopic(part.topic) }
  return part.kind === 'words' ? { ...part, words: part.words.map(folded) } : part
}
