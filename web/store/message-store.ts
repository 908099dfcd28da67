import { batch, signal } from '@preact/signals'
import type { WireEvent } from '#contract'
import { messagesAfter } from '../../src/features/messages/messages/known-messages-states.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'

/** What one event did: messages that are new, changed, or gone (undefined). */
export interface MessageChanges {
  readonly event: WireEvent
  readonly messages: ReadonlyMap<number, Message | undefined>
}

/** Who is told of changes, and keeps messages in memory. */
export interface Follower {
  follow(changes: MessageChanges): void
  /** The session began anew. */
  renew(): void
  /** These messages stay. */
  held(): Iterable<number>
}

/** What was heard while a question was on its way: the answer may be older than that. */
export type Meanwhile = readonly WireEvent[]

/** Messages in memory, one object each, as fetches answered them and events have changed them since. */
export class MessageStore {
  /** Counts changes: a view that shows some messages reads it, and looks at its own. */
  readonly revision = signal(0)
  /** Asked to let go of messages when there are too many. */
  makeRoom = () => {}
  readonly capacity: number
  readonly #known = new Map<number, Message>()
  readonly #followers = new Set<Follower>()
  readonly #questions = new Set<WireEvent[]>()
  /** Counts sessions: answers to questions of an earlier one continue nothing. */
  #session = 0

  constructor(capacity: number) {
    this.capacity = capacity
  }

  get = (id: number): Message | undefined => this.#known.get(id)

  /** What was heard of or fetched last, at most so many. */
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
   * Asks for messages and keeps those that come, changed by what events said while they were on their way; `heard` says
   * what the answer had not heard already when it was asked for.
   */
  async fetch<A extends { messages: Message[]; heard?: Meanwhile }>(
    question: () => Promise<A>,
  ): Promise<{ answer: A; meanwhile: Meanwhile }> {
    const meanwhile: WireEvent[] = []
    const session = this.#session
    this.#questions.add(meanwhile)
    try {
      const answer = await question()
      if (answer.heard) meanwhile.unshift(...answer.heard)
      if (session === this.#session) this.#add(answer.messages, meanwhile)
      return { answer, meanwhile }
    } finally {
      this.#questions.delete(meanwhile)
    }
  }

  #add(messages: readonly Message[], meanwhile: Meanwhile): void {
    const fetched = new Map(messages.map((one) => [one.id, one]))
    for (const event of meanwhile)
      for (const [id, next] of messagesAfter(fetched, event) ?? []) {
        // one that has just been written is known by its event
        if (!fetched.has(id)) continue
        if (next) fetched.set(id, next)
        else fetched.delete(id)
      }
    for (const [id, one] of fetched) this.#known.set(id, one)
    if (fetched.size > 0) this.revision.value++
    this.#forget()
  }

  /** Lets go of what nobody holds when there is too much: what came first goes first. */
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
    // an answer that is on its way may have messages which are not here yet
    for (const meanwhile of this.#questions) meanwhile.push(event)
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

  /** A new session: what is held stays until its holders have what is there now. */
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
