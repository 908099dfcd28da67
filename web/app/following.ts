import { effect } from '@preact/signals'
import { getMessage } from '../../src/features/messages/messages/api/fetch.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Route } from '../narrow/hash.ts'
import {
  type Conversation,
  conversationKey,
  conversationOf,
  conversationOfMessage,
  narrowOf,
} from '../narrow/narrow.ts'
import { goTo, route } from '../navigation/route.ts'
import { message } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { api } from '../transport/api.ts'

/**
 * Redirects links to moved messages: `with` always, `near` if the message was once there. Replaces the history entry.
 */
export function followMovedMessages(): void {
  effect(() => {
    const asked = route.value
    if (asked.view !== 'narrow') return
    const together = asked.narrow.find(({ operator, negated }) => operator === 'with' && !negated)?.operand
    const id = typeof together === 'number' ? together : asked.near
    if (id !== undefined) void follow(asked, id, together !== undefined)
  })
}

async function follow(asked: Extract<Route, { view: 'narrow' }>, id: number, isTogether: boolean): Promise<void> {
  const addressed = conversationOf(asked.narrow)
  if (!addressed && !isTogether) return
  const isThere = (one: Message) =>
    addressed !== undefined && conversationKey(addressed) === conversationKey(conversationOfMessage(one, ownId.value))
  const known = message(id)
  if (known && isThere(known)) return
  const answer = await api
    .call(getMessage, { message_id: id, allow_empty_topic_name: true, client_gravatar: false })
    .catch(() => undefined)
  if (!answer || route.peek() !== asked) return
  const found = answer.message as Message
  if (isThere(found) || (!isTogether && !wasAt(found, addressed as Conversation))) return
  goTo(
    {
      view: 'narrow',
      narrow: [
        ...narrowOf(conversationOfMessage(found, ownId.value)),
        ...(isTogether ? [{ operator: 'with', operand: id }] : []),
      ],
      ...(asked.near === undefined ? {} : { near: asked.near }),
    },
    { replace: true },
  )
}

/** True if a message was once in this topic. If its edit history is hidden, any moved message may have been. */
function wasAt({ stream_id, subject, edit_history, last_moved_timestamp }: Message, addressed: Conversation): boolean {
  if (addressed.kind !== 'topic') return false
  if (!edit_history) return last_moved_timestamp !== undefined
  const place = { channelId: stream_id, topic: subject }
  // newest change first
  return edit_history.some(({ prev_stream, prev_topic }) => {
    place.channelId = prev_stream ?? place.channelId
    place.topic = prev_topic ?? place.topic
    return place.channelId === addressed.channelId && place.topic.toLowerCase() === addressed.topic.toLowerCase()
  })
}
