import { view } from '#platform/serve'
import { shownTopic } from '../../../channels/channels/topics.ts'
import { messageReceived } from '../api/send.ts'
import type { Message, MessageFacts } from '../wire.ts'

interface Presentation {
  applyMarkdown: boolean
  /** Otherwise the empty topic has a display name. */
  emptyTopic: boolean
}

function serializeMessage(facts: MessageFacts, { applyMarkdown, emptyTopic }: Presentation): Message {
  const { rendered_content, content, ...message } = facts
  return {
    ...message,
    content: applyMarkdown ? rendered_content : content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    subject: message.type === 'stream' ? shownTopic(message.subject, emptyTopic) : message.subject,
  }
}

export const messageView = view(messageReceived, ({ message }, client) => ({
  message: serializeMessage(message, {
    applyMarkdown: client.applyMarkdown,
    emptyTopic: client.can('empty_topic_name'),
  }),
}))
