import type { Message } from '../../src/areas/messages/wire.ts'
import { onEvents, onRenewal } from './connection.ts'
import { MessageStore } from './message-store.ts'
import { settleSent } from './outbox.ts'

/** So many messages are kept in memory. */
const capacity = 20_000

export const messages = new MessageStore(capacity)
export const { revision } = messages
export const message = messages.get

/** Shows a change of flags at once; the event that follows says the same. */
export function showFlag(ids: readonly number[], flag: NonNullable<Message['flags']>[number], on: boolean): void {
  messages.apply({
    id: -1,
    type: 'update_message_flags',
    op: on ? 'add' : 'remove',
    operation: on ? 'add' : 'remove',
    flag,
    messages: [...ids],
    all: false,
  })
}

onEvents((events) => {
  for (const event of events) {
    messages.apply(event)
    if (event.type === 'message')
      settleSent((event.message as { id: number }).id, event.local_message_id as string | undefined)
  }
})
onRenewal(() => messages.renew())
