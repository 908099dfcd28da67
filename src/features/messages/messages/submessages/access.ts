import type { Mutation } from '#platform/organization'
import { channelsCache } from '../../../channels/channels/cache.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import type { ReadableMessage } from '../access/readable.ts'
import { checkRules } from '../moderation-rules/access.ts'

/** Throws if an option, task, or title that someone adds to a poll or to-do list breaks a rule. */
export async function checkContribution(
  mutation: Mutation,
  message: ReadableMessage,
  contribution: string,
): Promise<void> {
  const channel = mutation.get(channelsCache).ofConversation(message.conversation_id)
  const sender = mutation.get(peopleCache).byId.get(mutation.viewer.id)
  const content = textsIn(JSON.parse(contribution)).join('\n')
  if (!channel || !sender || content === '') return
  const recipient = { kind: 'channel', channel } as const
  // treated as an edit, so it doesn't count as another message
  const text = { content, html: '' }
  await checkRules(mutation, { sender, recipient, topic: message.topic, text, editedId: message.id })
}

/** Skips `type` and `key`, which aren't shown. */
const textsIn = (contribution: object): string[] =>
  Object.entries(contribution).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'type' && name !== 'key' ? [value] : [],
  )
