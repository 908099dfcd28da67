import { folded } from '#contract'
import { wordFinder } from '#platform/markdown'
import { comparedTopic, type MessageListener, type ReactionListener } from '../event-triggers-cache.ts'

/** Listeners whose trigger matches a message. Words match whole, ignoring case and accents. */
export function matchMessage<T extends MessageListener>(
  listeners: readonly T[],
  message: { readonly topic: string; readonly content: string },
): T[] {
  const topic = comparedTopic(message.topic)
  const inTopic = listeners.filter(({ trigger }) => isInTopic(trigger, topic))
  if (inTopic.every(({ trigger }) => trigger.words.length === 0)) return inTopic
  const contains = wordFinder(folded(message.content))
  return inTopic.filter(({ trigger: { words } }) => words.length === 0 || words.some(contains))
}

const isInTopic = ({ topic, topic_match }: MessageListener['trigger'], actual: string): boolean =>
  topic === null || (topic_match === 'is' ? actual === topic : actual.startsWith(topic))

export const matchReaction = <T extends ReactionListener>(
  listeners: readonly T[],
  { reaction_type, emoji_code }: Pick<ReactionListener['trigger'], 'reaction_type' | 'emoji_code'>,
): T[] =>
  listeners.filter(({ trigger }) => trigger.emoji_code === emoji_code && trigger.reaction_type === reaction_type)
