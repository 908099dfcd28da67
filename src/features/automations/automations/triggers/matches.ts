import { folded } from '#contract'
import { wordFinder } from '#platform/markdown'
import type { MessageListener, ReactionListener } from '../event-triggers-cache.ts'
import { foldedBareTopic } from './folded-text.ts'

/** Listeners whose trigger matches a message. Words match whole, ignoring case and accents. */
export function matchMessage<T extends MessageListener>(
  listeners: readonly T[],
  message: { readonly topic: string; readonly content: string },
): T[] {
  const topic = foldedBareTopic(message.topic)
  const inTopic = listeners.filter(({ trigger }) => isInTopic(trigger, topic))
  if (inTopic.every(({ trigger }) => trigger.words.length === 0)) return inTopic
  const contains = wordFinder(folded(message.content))
  return inTopic.filter(({ trigger: { words } }) => words.length === 0 || words.some(contains))
}

type TopicFilter = Pick<MessageListener['trigger'], 'topic' | 'topic_match'>

/** Both topics are folded. */
export const isInTopic = ({ topic, topic_match }: TopicFilter, actual: string): boolean =>
  topic === null || (topic_match === 'is' ? actual === topic : actual.startsWith(topic))

export const matchReaction = <T extends ReactionListener>(
  listeners: readonly T[],
  { reaction_type, emoji_code }: Pick<ReactionListener['trigger'], 'reaction_type' | 'emoji_code'>,
): T[] =>
  listeners.filter(({ trigger }) => trigger.emoji_code === emoji_code && trigger.reaction_type === reaction_type)
