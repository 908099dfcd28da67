import type { WireEvent } from '#contract'
import { updateMessage } from '../../src/features/messages/messages/api/edit.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import { type Conversation, conversationKey, conversationOfMessage } from '../narrow/narrow.ts'
import { api } from '../transport/api.ts'
import type { movedTopic } from './moved-topics.ts'
import { outbox, tab } from './outbox.ts'
import { ownId } from './people.ts'

type Moved = NonNullable<ReturnType<typeof movedTopic>>

/** What happened to messages that were on their way to a topic while it was renamed or moved. */
export interface Outcome {
  /** They go to the topic's new place. */
  onRedirected(to: Moved['to']): void
  /** One of them came after all where the topic was, and can't be moved. */
  onLeftBehind(message: Message, to: Moved['to']): void
}

/** By local ids. */
const redirected = new Map<string, Moved['to']>()

const isAt = (one: Conversation, place: Conversation) => conversationKey(one) === conversationKey(place)

/** Sends what waits for a topic to its new place. */
export function redirect({ from, to }: Moved, { onRedirected }: Outcome): void {
  const waiting = outbox.peek().filter(({ conversation }) => isAt(conversation, from))
  if (waiting.length === 0) return
  for (const { localId } of waiting) redirected.set(localId, to)
  outbox.value = outbox.peek().map((one) => (isAt(one.conversation, from) ? { ...one, conversation: to } : one))
  onRedirected(to)
}

/**
 * A message has come: one of this tab that the server took after the topic had moved is moved after it. `earlier` are the
 * moves among the events that came with it.
 */
export async function follow(event: WireEvent, earlier: readonly Moved[], outcome: Outcome): Promise<void> {
  const localId = event.local_message_id
  if (event.type !== 'message' || typeof localId !== 'string' || !localId.startsWith(tab)) return
  const message = event.message as Message
  const place = conversationOfMessage(message, ownId.peek())
  const known = redirected.get(localId)
  const to = known ?? earlier.findLast(({ from }) => isAt(place, from))?.to
  redirected.delete(localId)
  if (!to || isAt(place, to)) return
  if (!known) outcome.onRedirected(to)
  try {
    await api.call(updateMessage, {
      message_id: message.id,
      topic: to.topic,
      ...(to.channelId === message.stream_id ? {} : { stream_id: to.channelId }),
      propagate_mode: 'change_one',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    })
  } catch {
    outcome.onLeftBehind(message, to)
  }
}
