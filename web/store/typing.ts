import { signal } from '@preact/signals'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { onEvents, part } from './connection.ts'
import { ownId } from './people.ts'

/** How long somebody writes of whom nothing more is heard, as every client of the server has it. */
const expiryMs = part<number>('server_typing_started_expiry_period_milliseconds')
const usualExpiryMs = 45_000

/** Who is writing where, by the key of the conversation. */
export const typing = signal<ReadonlyMap<string, ReadonlySet<number>>>(new Map())
const timers = new Map<string, ReturnType<typeof setTimeout>>()

function set(key: string, userId: number, on: boolean): void {
  const timer = `${key} ${userId}`
  clearTimeout(timers.get(timer))
  timers.delete(timer)
  if (on)
    timers.set(
      timer,
      setTimeout(() => set(key, userId, false), expiryMs.peek() ?? usualExpiryMs),
    )
  const people = new Set(typing.value.get(key))
  if (on === people.has(userId)) return
  if (on) people.add(userId)
  else people.delete(userId)
  typing.value = new Map(typing.value).set(key, people)
}

onEvents((events) => {
  for (const event of events) {
    if (event.type !== 'typing') continue
    const sender = (event.sender as { user_id: number }).user_id
    if (sender === ownId.value) continue
    const conversation: Conversation =
      typeof event.stream_id === 'number'
        ? { kind: 'topic', channelId: event.stream_id, topic: String(event.topic ?? '') }
        : {
            kind: 'direct',
            userIds: (event.recipients as { user_id: number }[])
              .map(({ user_id }) => user_id)
              .filter((id) => id !== ownId.value)
              .sort((a, b) => a - b),
          }
    set(conversationKey(conversation), sender, event.op === 'start')
  }
})
