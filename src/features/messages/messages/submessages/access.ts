import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { ReadableMessage } from '../access/readable.ts'
import { checkRules } from '../moderation-rules/access.ts'

/** Throws if an option, task, or title that someone adds to a poll or to-do list breaks a rule. */
export async function checkRulesOf(mutation: Mutation, message: ReadableMessage, contribution: string): Promise<void> {
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  const sender = mutation.get(peopleCache).byId.get(mutation.viewer.id)
  const content = textsIn(JSON.parse(contribution)).join('\n')
  if (!channel || !sender || content === '') return
  const recipient = { kind: 'channel', channel } as const
  // like a change of the message: it doesn't count as another one
  const text = { content, html: '' }
  await checkRules(mutation, { sender, recipient, topic: message.topic, text, edited: message.id })
}

/** `type` and `key` aren't shown. */
const textsIn = (shown: object): string[] =>
  Object.entries(shown).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'type' && name !== 'key' ? [value] : [],
  )
