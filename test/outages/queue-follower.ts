import { setTimeout as pause } from 'node:timers/promises'
import { assert } from '#test'
import type { Client } from './client.ts'

interface Received {
  id: number
  type: string
  message?: { id: number; content: string }
}

/** A client that registers once and then receives messages from whichever server responds. */
export class QueueFollower {
  /** How often each message was received, by its text. */
  readonly seen = new Map<string, number>()
  /** What must never happen: a lost queue, IDs that don't increase. */
  readonly wrong: string[] = []
  readonly #client: Client
  readonly #keyOf: (content: string) => string | undefined
  #lastMessage = Number.POSITIVE_INFINITY
  #running: Promise<void> = Promise.resolve()

  /** `keyOf` identifies the messages to record. */
  constructor(client: Client, keyOf: (content: string) => string | undefined) {
    this.#client = client
    this.#keyOf = keyOf
  }

  async start(): Promise<void> {
    const { status, body } = await this.#client.call('POST', '/register', { event_types: '["message"]' })
    assert.equal(status, 200, JSON.stringify(body))
    this.#running = this.#follow(String(body.queue_id))
  }

  endAt(lastMessage: number): void {
    this.#lastMessage = lastMessage
  }

  ended(): Promise<void> {
    return this.#running
  }

  async #follow(queueId: string): Promise<void> {
    let last = -1
    let newest = 0
    while (newest < this.#lastMessage) {
      try {
        const from = { queue_id: queueId, last_event_id: String(last) }
        const { status, body } = await this.#client.call('GET', '/events', from)
        if (status === 503) {
          this.#client.move()
          await pause(50)
        } else if (status !== 200) {
          this.wrong.push(`a poll was answered by ${status} ${JSON.stringify(body)}`)
          return
        }
        for (const { id, type, message } of (body.events as Received[] | undefined) ?? []) {
          if (id <= last) this.wrong.push(`event ${id} came after ${last}`)
          last = id
          if (type !== 'message' || !message) continue
          newest = message.id
          const key = this.#keyOf(message.content)
          if (key) this.seen.set(key, (this.seen.get(key) ?? 0) + 1)
        }
      } catch (error) {
        if (!this.#client.move()) {
          this.wrong.push(`a poll ended with ${String(error)}`)
          return
        }
        await pause(50)
      }
    }
  }
}
