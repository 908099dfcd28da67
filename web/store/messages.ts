import type { Message } from '../../src/features/messages/messages/wire.ts'
import { onEvents, onRenewal } from './connection.ts'
import { lostChannels } from './lost-channels.ts'
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

/** What one may no longer see goes at once; what is shown then, the server says. */
function takeAway(channels: readonly number[]): void {
  if (channels.length === 0) return
  const gone = messages.latest(messages.size).filter(({ stream_id }) => channels.includes(stream_id as number))
  messages.apply({ id: -1, type: 'delete_message', message_ids: gone.map(({ id }) => id) })
  messages.renew()
}

onEvents((events) => {
  for (const event of events) {
    messages.apply(event)
    takeAway(lostChannels(event))
    if (event.type === 'message')
      settleSent((event.message as { id: number }).id, event.local_message_id as string | undefined)
  }
})
onRenewal(() => messages.renew())
