import assert from 'node:assert/strict'
import type { WireEvent } from '#contract'
import { getMessages } from '../../src/features/messages/messages/api/fetch.ts'
import { messagesAfter } from '../../src/features/messages/messages/known-messages-states.ts'
import type { Message } from '../../src/features/messages/messages/wire.ts'
import type { Person, Watch } from './person.ts'

/**
 * Messages as a client keeps them: fetched once, and changed by what the events of its queue say. The counterpart of
 * {@link Watch.agreesWithFreshRegister} for what is not in the register answer.
 */
export class KeptMessages {
  readonly #person: Person
  readonly #watch: Watch
  readonly #known: Map<number, Message>
  /** Of every message that ever was among them. */
  readonly #ids: Set<number>
  #followed = 0

  private constructor(person: Person, watch: Watch, messages: readonly Message[]) {
    this.#person = person
    this.#watch = watch
    this.#known = new Map(messages.map((one) => [one.id, one]))
    this.#ids = new Set(this.#known.keys())
  }

  /** Everything that somebody's own feed shows, from now on. */
  static async open(person: Person): Promise<KeptMessages> {
    const watch = await person.register()
    const { messages } = await person.call(getMessages, { ...form, anchor: 'newest', num_before: 1_000, num_after: 0 })
    return new KeptMessages(person, watch, messages as Message[])
  }

  /** The messages after every event so far. */
  async messages(): Promise<ReadonlyMap<number, Message>> {
    const events: readonly WireEvent[] = await this.#watch.drain()
    for (const event of events.slice(this.#followed))
      for (const [id, message] of messagesAfter(this.#known, event) ?? []) {
        if (message) this.#known.set(id, message)
        else this.#known.delete(id)
        this.#ids.add(id)
      }
    this.#followed = events.length
    return this.#known
  }

  /** What is kept is what the server tells of these messages now. */
  async agreesWithFreshFetch(): Promise<void> {
    const kept = await this.messages()
    const { messages } = await this.#person.call(getMessages, { ...form, message_ids: [...this.#ids] })
    assert.deepEqual([...kept.values()].map(comparable).sort(byId), (messages as Message[]).map(comparable).sort(byId))
  }
}

const form = { apply_markdown: true, allow_empty_topic_name: true, client_gravatar: false }
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/**
 * Without what events do not tell: earlier versions, which clients fetch when they show them, and the channel in other
 * words than its id, which clients look up.
 */
function comparable({ edit_history: _history, recipient_id: _recipient, ...message }: Message) {
  const { display_recipient, flags = [], ...rest } = message
  return { ...rest, flags: [...flags].sort(), ...(message.type === 'private' ? { display_recipient } : {}) }
}
