import { queueKeyOf, Slices } from '#platform/fair-queues'
import type { Polls } from './polls.ts'
import type { Queue, QueueHost } from './queue.ts'
import type { Reading } from './reading.ts'

/** Of all organizations together: with what follows in HTTP, that is no longer than a turn may take. */
const slices = new Slices(100)

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
  /** How many slices had some of them so far. */
  slices = 0
  #lastSlice = -1

  constructor(org: QueueHost, reading: Reading, polls: Polls) {
    this.#org = org
    this.#reading = reading
    this.#polls = polls
  }

  /** An entry at a place of the tail may be for the queue. One that does not wait looks when it is asked for. */
  add(queue: Queue, at: number): void {
    if (!queue.waiter || this.#due.has(queue)) return
    this.#due.set(queue, at)
    slices.add(queueKeyOf(this.#org.id), (slice) => this.#deliver(queue, slice))
  }

  /** Answers the queue out of turn where something is due: it is about to end, and is to hear the last of it. */
  hurry(queue: Queue): void {
    const at = this.#due.get(queue)
    this.#due.delete(queue)
    if (at !== undefined) this.#answer(queue, at)
  }

  #deliver(queue: Queue, slice: number): void {
    if (slice !== this.#lastSlice) this.slices++
    this.#lastSlice = slice
    const at = this.#due.get(queue)
    this.#due.delete(queue)
    if (at !== undefined) this.#answer(queue, at)
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
