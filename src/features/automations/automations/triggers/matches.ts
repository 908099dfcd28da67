import { folded, foldedTopic } from '#contract'
import { matchesAlertWord } from '#platform/markdown'
import { bareTopic } from '../../../messages/messages/topics.ts'
import type { MessageListener, ReactionListener } from '../event-triggers-cache.ts'

const comparedTopic = (topic: string): string => foldedTopic(bareTopic(topic))

/** Listeners whose trigger matches a message. Words match whole, ignoring case and accents. */
export function matchMessage<T extends MessageListener>(
  listeners: readonly T[],
  message: { readonly topic: string; readonly content: string },
): T[] {
  const inTopic = listeners.filter(({ trigger }) => isInTopic(trigger, message.topic))
  if (inTopic.every(({ trigger }) => trigger.words.length === 0)) return inTopic
  const text = folded(message.content)
  return inTopic.filter(({ trigger: { words } }) => words.length === 0 || matchesAlertWord(text, words))
}

function isInTopic({ topic, topic_match }: MessageListener['trigger'], actual: string): boolean {
  if (topic === null) return true
  const [wanted, is] = [comparedTopic(topic), comparedTopic(actual)]
  return topic_match === 'is' ? is === wanted : is.startsWith(wanted)
}

export const matchReaction = <T extends ReactionListener>(
  listeners: readonly T[],
  { reaction_type, emoji_code }: Pick<ReactionListener['trigger'], 'reaction_type' | 'emoji_code'>,
): T[] =>
  listeners.filter(({ trigger }) => trigger.emoji_code === emoji_code && trigger.reaction_type === reaction_type)
