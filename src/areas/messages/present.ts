import type { View } from '#platform/events'
import { shownTopic } from '../channels/topics.ts'
import type { Message } from './wire.ts'

/** A message as it is stored in its event: raw and rendered, for every kind of client. */
export type MessageFacts = Omit<Message, 'content' | 'content_type' | 'flags' | 'match_content' | 'match_subject'> & {
  content: string
  rendered_content: string
}

export interface Presentation {
  applyMarkdown: boolean
  /** Otherwise the empty topic goes by a name. */
  emptyTopic: boolean
}

export function presentMessage(facts: MessageFacts, { applyMarkdown, emptyTopic }: Presentation): Message {
  const { rendered_content, content, ...message } = facts
  return {
    ...message,
    content: applyMarkdown ? rendered_content : content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    subject: message.type === 'stream' ? shownTopic(message.subject, emptyTopic) : message.subject,
  }
}

export const messageView: View = (payload, client) => ({
  message: presentMessage(payload.message as MessageFacts, {
    applyMarkdown: client.applyMarkdown,
    emptyTopic: client.can('empty_topic_name'),
  }),
})
