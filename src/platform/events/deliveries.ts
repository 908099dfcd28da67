import type { Polls } from './polls.ts'
import type { Queue, QueueHost } from './queue.ts'
import type { Reading } from './reading.ts'

/** So many are answered in one go: with what follows in HTTP, that is no longer than a turn may take. */
const mostInSlice = 100

/**
 * Queues that wait, and for which there may be something: they are answered in slices, between which everybody else has
 * a turn. Whoever has sent a message to ten thousand is answered before the first of them.
 */
export class Deliveries {
  readonly #org: QueueHost
  readonly #reading: Reading
  readonly #polls: Polls
  /** With the place of the oldest entry that may be for it, in the order in which they are answered. */
  readonly #due = new Map<Queue, number>()
  #isScheduled = false
  /** How many there were so far. */
  slices = 0

  constructor(org: QueueHost, reading: Reading, polls: Polls) {
    this.#org = org
    this.#reading = reading
    this.#polls = polls
  }

  /** An entry at a place of the tail may be for the queue. One that does not wait looks when it is asked for. */
  add(queue: Queue, at: number): void {
    if (!queue.waiter || this.#due.has(queue)) return
    this.#due.set(queue, at)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#deliver())
  }

  #deliver(): void {
    this.#isScheduled = false
    this.slices++
    let left = mostInSlice
    for (const [queue, at] of this.#due) {
      if (left-- === 0) break
      this.#due.delete(queue)
      this.#answer(queue, at)
    }
    if (this.#due.size > 0) this.#schedule()
  }

  #answer(queue: Queue, at: number): void {
    if (!queue.waiter) return
    if (queue.waiter.connection.isClosed) {
      this.#polls.answer(queue, [])
      return
    }
    // so much may have come that it is in the log alone: the next poll reads it there
    const isThere = at > this.#org.tail.floor
    // what is not for a queue may have left the tail since it was last asked for; what is new has not
    const events = isThere ? this.#reading.tail(queue, Math.max(queue.acked, queue.scanned)) : []
    if (events.length > 0 || !isThere) this.#polls.answer(queue, events)
  }
}
