import { folded, foldedTopic } from '#contract'
import { matchesAlertWord } from '#platform/markdown'
import { bareTopic } from '../../../messages/messages/topics.ts'
import type { WaitingForMessage, WaitingForReaction } from '../causes-cache.ts'

const comparedTopic = (topic: string): string => foldedTopic(bareTopic(topic))

/** The triggers that a message matches; words match whole, in any case, with or without accents. */
export function fittingMessage<T extends WaitingForMessage>(
  waiting: readonly T[],
  message: { readonly topic: string; readonly content: string },
): T[] {
  const inTopic = waiting.filter(({ trigger }) => isInTopic(trigger, message.topic))
  if (inTopic.every(({ trigger }) => trigger.words.length === 0)) return inTopic
  const text = folded(message.content)
  return inTopic.filter(({ trigger: { words } }) => words.length === 0 || matchesAlertWord(text, words))
}

function isInTopic({ topic, topic_match }: WaitingForMessage['trigger'], actual: string): boolean {
  if (topic === null) return true
  const [wanted, is] = [comparedTopic(topic), comparedTopic(actual)]
  return topic_match === 'is' ? is === wanted : is.startsWith(wanted)
}

export const fittingReaction = <T extends WaitingForReaction>(
  waiting: readonly T[],
  { reaction_type, emoji_code }: Pick<WaitingForReaction['trigger'], 'reaction_type' | 'emoji_code'>,
): T[] => waiting.filter(({ trigger }) => trigger.emoji_code === emoji_code && trigger.reaction_type === reaction_type)
