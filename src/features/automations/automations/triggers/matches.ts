import { folded } from '#contract'
import { wordFinder } from '#platform/markdown'
import { comparedTopic, type WaitingForMessage, type WaitingForReaction } from '../causes-cache.ts'

/** The triggers that a message matches; words match whole, in any case, with or without accents. */
export function fittingMessage<T extends WaitingForMessage>(
  waiting: readonly T[],
  message: { readonly topic: string; readonly content: string },
): T[] {
  const topic = comparedTopic(message.topic)
  const inTopic = waiting.filter(({ trigger }) => isInTopic(trigger, topic))
  if (inTopic.every(({ trigger }) => trigger.words.length === 0)) return inTopic
  const contains = wordFinder(folded(message.content))
  return inTopic.filter(({ trigger: { words } }) => words.length === 0 || words.some(contains))
}

const isInTopic = ({ topic, topic_match }: WaitingForMessage['trigger'], actual: string): boolean =>
  topic === null || (topic_match === 'is' ? actual === topic : actual.startsWith(topic))

export const fittingReaction = <T extends WaitingForReaction>(
  waiting: readonly T[],
  { reaction_type, emoji_code }: Pick<WaitingForReaction['trigger'], 'reaction_type' | 'emoji_code'>,
): T[] => waiting.filter(({ trigger }) => trigger.emoji_code === emoji_code && trigger.reaction_type === reaction_type)
