import { getMessage } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { conversationOfMessage, narrowOf } from '../narrow/narrow.ts'
import { hrefOfNarrow } from '../navigation/route.ts'
import { ownId } from '../store/people.ts'
import { api } from '../transport/api.ts'
import { pageAddress } from '../transport/place.ts'

/** Absolute URL of a message, for sharing. */
export const linkTo = (message: Message): string =>
  `${pageAddress()}${hrefOfNarrow(narrowOf(conversationOfMessage(message, ownId.value)), message.id)}`

export async function sourceOf(messageId: number): Promise<string> {
  const question = { message_id: messageId, allow_empty_topic_name: true, client_gravatar: false }
  return (await api.call(getMessage, question)).raw_content
}
