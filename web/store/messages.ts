import { signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { messagesAfter } from '../../src/areas/messages/states.ts'
import type { Message } from '../../src/areas/messages/wire.ts'
import { onEvents, onRenewal } from './connection.ts'
import { settleSent } from './outbox.ts'

/** So many messages are kept in memory; the ones that no list holds and that came first go first. */
const capacity = 20_000

const known = new Map<number, Message>()
const inUse = new Set<(changes: MessageChanges) => void>()
const renewed = new Set<() => void>()
/** Ids that lists hold: these messages stay. */
const holders = new Set<() => Iterable<number>>()

/** What one event did: messages that are new, changed, or gone (undefined). */
export interface MessageChanges {
  readonly event: WireEvent | undefined
  readonly messages: ReadonlyMap<number, Message | undefined>
  /** As they were before. */
  readonly before: ReadonlyMap<number, Message>
}

/** Counts changes of messages: a view that shows some reads it, and looks at its own. */
export const revision = signal(0)

export const message = (id: number): Message | undefined => known.get(id)

/** Lists follow what happens to messages. */
export function followMessages(
  listener: (changes: MessageChanges) => void,
  anew: () => void,
  holds: () => Iterable<number>,
): () => void {
  inUse.add(listener)
  renewed.add(anew)
  holders.add(holds)
  return () => {
    inUse.delete(listener)
    renewed.delete(anew)
    holders.delete(holds)
  }
}

/** Messages that the server answered; a message that is known already by a newer event is replaced all the same. */
export function addMessages(messages: readonly Message[]): void {
  for (const one of messages) {
    known.set(one.id, one)
    settleSent(one.id)
  }
  if (messages.length > 0) revision.value++
  forgetOldest()
}

function heldIds(): Set<number> {
  const held = new Set<number>()
  for (const holds of holders) for (const id of holds()) held.add(id)
  return held
}

function forgetOldest(): void {
  if (known.size <= capacity * 1.1) return
  const held = heldIds()
  for (const id of known.keys()) {
    if (known.size <= capacity) return
    if (!held.has(id)) known.delete(id)
  }
}

/** Shows a change of flags at once; the event that follows says the same. */
export function showFlag(ids: readonly number[], flag: NonNullable<Message['flags']>[number], on: boolean): void {
  apply({
    id: -1,
    type: 'update_message_flags',
    op: on ? 'add' : 'remove',
    operation: on ? 'add' : 'remove',
    flag,
    messages: [...ids],
    all: false,
  })
}

function apply(event: WireEvent): void {
  const messages = messagesAfter(known, event)
  if (!messages) return
  const before = new Map<number, Message>()
  for (const [id, next] of messages) {
    const previous = known.get(id)
    if (previous) before.set(id, previous)
    if (next) known.set(id, next)
    else known.delete(id)
  }
  if (event.type === 'message')
    for (const id of messages.keys()) settleSent(id, event.local_message_id as string | undefined)
  revision.value++
  for (const listener of inUse) listener({ event, messages, before })
}

onEvents((events) => {
  for (const event of events) apply(event)
})
onRenewal(() => {
  // what is on the screen stays there until its lists have what is there now
  for (const anew of renewed) anew()
  const held = heldIds()
  for (const id of known.keys()) if (!held.has(id)) known.delete(id)
})
