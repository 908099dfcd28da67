import { batch, signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { messagesAfter } from '../../src/features/messages/messages/known-messages-states.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'

/** One event's changes: new and changed messages, or undefined for deleted ones. */
export interface MessageChanges {
  readonly event: WireEvent
  readonly messages: ReadonlyMap<number, Message | undefined>
}

export interface Follower {
  follow(changes: MessageChanges): void
  renew(): void
  /** Messages that must not be evicted. */
  held(): Iterable<number>
}

/** Events received while a request was pending: its response may be older. */
export type InterimChanges = readonly WireEvent[]

/** Messages in memory, one object each, as fetched and then updated by events. */
export class MessageStore {
  /** Counts changes: views that show messages read it, then compare their own. */
  readonly revision = signal(0)
  /** Called to release messages when there are too many. */
  makeRoom = () => {}
  readonly capacity: number
  readonly #known = new Map<number, Message>()
  readonly #hidden = new Set<number>()
  readonly #followers = new Set<Follower>()
  readonly #questions = new Set<WireEvent[]>()
  /** Counts sessions: responses to an earlier session's requests aren't stored. */
  #session = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get = (id: number): Message | undefined => (this.#hidden.has(id) ? undefined : this.#known.get(id))

  /** Makes a message look deleted, or shows it again. In the meantime, it's fetched and updated like any other. */
  hide(id: number, isHidden: boolean): void {
    this.#hidden[isHidden ? 'add' : 'delete'](id)
    if (!this.#known.has(id)) return
    this.revision.value++
    const event = { id: -1, type: isHidden ? 'delete_message' : 'message', message: { id } }
    this.#tell({ event, messages: new Map([[id, this.get(id)]]) })
  }

  latest(limit: number): readonly Message[] {
    const all = [...this.#known.values()]
    return all.slice(Math.max(0, all.length - limit))
  }

  get size(): number {
    return this.#known.size
  }

  follow(follower: Follower): () => void {
    this.#followers.add(follower)
    return () => this.#followers.delete(follower)
  }

  /**
   * Fetches messages and stores them, updated by the events received in the meantime; `heard` are earlier events that
   * the response doesn't include.
   */
  async fetch<A extends { messages: Message[]; heard?: InterimChanges }>(
    question: () => Promise<A>,
  ): Promise<{ answer: A; interim: InterimChanges }> {
    const interim: WireEvent[] = []
    const session = this.#session
    this.#questions.add(interim)
    try {
      const answer = await question()
      if (answer.heard) interim.unshift(...answer.heard)
      if (session === this.#session) this.#add(answer.messages, interim)
      return { answer, interim }
    } finally {
      this.#questions.delete(interim)
    }
  }

  #add(messages: readonly Message[], interim: InterimChanges): void {
    const fetched = new Map(messages.map((one) => [one.id, one]))
    for (const event of interim)
      for (const [id, next] of messagesAfter(fetched, event) ?? []) {
        // a message that was just sent arrives by its event
        if (!fetched.has(id)) continue
        if (next) fetched.set(id, next)
        else fetched.delete(id)
      }
    for (const [id, one] of fetched) this.#known.set(id, one)
    if (fetched.size > 0) this.revision.value++
    this.#forget()
  }

  /** Evicts messages that no follower holds, oldest first, when there are too many. */
  #forget(): void {
    if (this.#known.size <= this.capacity * 1.1) return
    this.makeRoom()
    const held = this.#held()
    for (const id of this.#known.keys()) {
      if (this.#known.size <= this.capacity) return
      if (!held.has(id)) this.#known.delete(id)
    }
  }

  #held(): Set<number> {
    const held = new Set<number>()
    for (const follower of this.#followers) for (const id of follower.held()) held.add(id)
    return held
  }

  apply(event: WireEvent): MessageChanges | undefined {
    const messages = messagesAfter(this.#known, event)
    // a pending response may have messages that aren't here yet
    for (const interim of this.#questions) interim.push(event)
    if (!messages) {
      if (event.type === 'update_message') this.#tell({ event, messages: new Map() })
      return undefined
    }
    for (const [id, next] of messages) {
      if (next) this.#known.set(id, next)
      else this.#known.delete(id)
    }
    const changes = { event, messages }
    this.revision.value++
    this.#tell(changes)
    return changes
  }

  #tell(changes: MessageChanges): void {
    for (const follower of this.#followers) follower.follow(changes)
  }

  /** For a new session: held messages stay until their holders have fetched the current ones. */
  renew(): void {
    this.#session++
    batch(() => {
      for (const follower of this.#followers) follower.renew()
      const held = this.#held()
      for (const id of this.#known.keys()) if (!held.has(id)) this.#known.delete(id)
      this.revision.value++
    })
  }
}
