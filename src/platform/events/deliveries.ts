import { queueKeyOf, Slices } from '#platform/fair-queues'
import type { Polls } from './polls.ts'
import type { Queue, QueueHost } from './queue.ts'
import type { Reading } from './reading.ts'

/** Per slice, across all organizations, so that a slice doesn't block the event loop noticeably. */
const slices = new Slices(100)

/**
 * Answers waiting queues in slices between other work, so that a sender isn't answered after ten thousand receivers.
 */
export class Deliveries {
  readonly #org: QueueHost
  readonly #reading: Reading
  readonly #polls: Polls
  /** Pending queues in order, each with the position of the oldest event that may be for it. */
  readonly #due = new Map<Queue, number>()
  slices = 0
  #lastSlice = -1

  constructor(org: QueueHost, reading: Reading, polls: Polls) {
    this.#org = org
    this.#reading = reading
    this.#polls = polls
  }

  /** Queues without a waiting request are skipped; they read the event on their next poll. */
  add(queue: Queue, at: number): void {
    if (!queue.waiter || this.#due.has(queue)) return
    this.#due.set(queue, at)
    slices.add(queueKeyOf(this.#org.id), (slice) => this.#deliver(queue, slice))
  }

  /** Answers the queue at once if it's pending, because it's about to be removed. */
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
    const { waiter } = queue
    if (!waiter) return
    if (waiter.connection.isClosed) {
      this.#polls.answer(queue, [])
      return
    }
    // the tail may have moved past it; then the next poll reads it from the log
    const isThere = at > this.#org.tail.floor
    // older events that weren't for this queue may have left the tail, but new ones haven't
    const events = isThere ? this.#reading.tail(queue, waiter.cursor) : []
    if (events.length > 0 || !isThere) this.#polls.answer(queue, events)
  }
}
