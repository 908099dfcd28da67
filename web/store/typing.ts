import { signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { type Conversation, conversationKey } from '../narrow/narrow.ts'
import { onEvents, part } from './connection.ts'
import { type Editing, editing } from './editing.ts'
import { ownId } from './people.ts'

/** How long somebody writes of whom nothing more is heard, as every client of the server has it. */
const expiryMs = part<number>('server_typing_started_expiry_period_milliseconds')
const usualExpiryMs = 45_000

/** Who is writing where, by the key of the conversation. */
export const typing = signal<ReadonlyMap<string, ReadonlySet<number>>>(new Map())

const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** Does something unless more is heard of it in time. */
function atExpiry(what: string, isOn: boolean, end: () => void): void {
  clearTimeout(timers.get(what))
  timers.delete(what)
  if (isOn) timers.set(what, setTimeout(end, expiryMs.peek() ?? usualExpiryMs))
}

function setTyping(key: string, userId: number, isOn: boolean): void {
  atExpiry(`${key} ${userId}`, isOn, () => setTyping(key, userId, false))
  const people = new Set(typing.value.get(key))
  if (isOn === people.has(userId)) return
  if (isOn) people.add(userId)
  else people.delete(userId)
  typing.value = new Map(typing.value).set(key, people)
}

function setEditing(messageId: number, one: Editing | undefined): void {
  atExpiry(`message ${messageId}`, one !== undefined, () => setEditing(messageId, undefined))
  if (!one && !editing.value.has(messageId)) return
  const next = new Map(editing.value)
  if (one) next.set(messageId, one)
  else next.delete(messageId)
  editing.value = next
}

const inTopic = (channelId: number, topic: unknown): Conversation => ({
  kind: 'topic',
  channelId,
  topic: String(topic ?? ''),
})
const among = (userIds: readonly number[]): Conversation => ({
  kind: 'direct',
  userIds: userIds.filter((id) => id !== ownId.value).sort((a, b) => a - b),
})

function handleTyping(event: WireEvent): void {
  const sender = (event.sender as { user_id: number }).user_id
  if (sender === ownId.value) return
  const conversation =
    typeof event.stream_id === 'number'
      ? inTopic(event.stream_id, event.topic)
      : among((event.recipients as { user_id: number }[]).map(({ user_id }) => user_id))
  setTyping(conversationKey(conversation), sender, event.op === 'start')
}

function handleEditing(event: WireEvent): void {
  const userId = event.sender_id as number
  if (userId === ownId.value) return
  const { channel_id, topic, user_ids } = event.recipient as {
    channel_id?: number
    topic?: string
    user_ids?: readonly number[]
  }
  const place = conversationKey(channel_id === undefined ? among(user_ids ?? []) : inTopic(channel_id, topic))
  setEditing(event.message_id as number, event.op === 'start' ? { userId, place } : undefined)
}

onEvents((events) => {
  for (const event of events)
    if (event.type === 'typing') handleTyping(event)
    else if (event.type === 'typing_edit_message') handleEditing(event)
    // what was being changed is changed, or gone
    else if (event.type === 'update_message' && event.rendering_only !== true)
      setEditing(event.message_id as number, undefined)
    else if (event.type === 'delete_message')
      for (const id of (event.message_ids as number[] | undefined) ?? [event.message_id as number])
        setEditing(id, undefined)
})
