import { type Entry, placesPerPosition } from './entry.ts'
import type { EventSerializer, SerializedEvent } from './event-serializer.ts'
import { firstPosition } from './log.ts'
import type { LogBlocks } from './log-blocks.ts'
import type { Cursor, Events, Queue, QueueHost } from './queue.ts'

/** Maximum per response, unless a single event is larger, because serializing blocks other work. */
const maxPerAnswer = { events: 2_000, characters: 2_000_000 }
/** How many offsets after a log position a client's word can mark as used. */
const placesTaken = placesPerPosition / 2

/** Reads a queue's events from the tail in memory, or from the log if the queue lags behind. */
export class Reading {
  readonly #org: QueueHost
  readonly #serializer: EventSerializer
  readonly #blocks: LogBlocks

  constructor(org: QueueHost, serializer: EventSerializer, blocks: LogBlocks) {
    this.#org = org
    this.#serializer = serializer
    this.#blocks = blocks
  }

  /** Follows the log up to a client's position; returns the newest one if the log ends before it. */
  async reach(queue: Queue, place: number): Promise<number> {
    const position = Math.floor(place / placesPerPosition)
    if (place > this.#org.tail.end && position > this.position) await this.#org.follow(position)
    const { tail } = this.#org
    if (position > this.position) return Math.max(tail.end, queue.acked)
    // the other process used these offsets for transient events; limited in case the client made them up
    if (place > tail.end)
      tail.end = Math.min(place, Math.max(tail.end, this.position * placesPerPosition + placesTaken))
    return place
  }

  /** True if all events after a position can still be read. */
  async reaches(place: number): Promise<boolean> {
    if (place >= this.#org.tail.floor) return true
    const oldest = await this.#org.db.read((tx) => firstPosition(tx, this.#org.id))
    return oldest <= Math.floor(place / placesPerPosition) + 1
  }

  get position(): number {
    return Math.floor(this.#org.tail.end / placesPerPosition)
  }

  after(queue: Queue, cursor: Cursor): Promise<Events> | Events {
    return cursor.read < this.#org.tail.floor ? this.#behind(queue, cursor) : this.tail(queue, cursor)
  }

  tail(queue: Queue, cursor: Cursor): Events {
    const answer = new Answer(queue)
    this.#org.tail.each(cursor.read, (entry) => answer.add(entry, this.#serializer.serialize(queue, entry)))
    if (answer.events.length > 0) return answer.events
    cursor.read = Math.max(cursor.read, this.#org.tail.end)
    if (cursor.isFresh) queue.scanned = cursor.read
    return answer.events
  }

  async #behind(queue: Queue, cursor: Cursor): Promise<Events> {
    const answer = new Answer(queue)
    const from = cursor.read
    let at = from
    while (at < this.#org.tail.floor) {
      const above = Math.floor(at / placesPerPosition)
      const upTo = Math.floor(this.#org.tail.floor / placesPerPosition)
      const { entries, upTo: reached } = await this.#blocks.after(above, upTo)
      for (const entry of entries)
        if (entry.at > from && !answer.add(entry, this.#serializer.serialize(queue, entry))) return answer.events
      // ordered and complete up to here; the next poll continues
      if (answer.events.length > 0) return answer.events
      at = reached > above ? reached * placesPerPosition : Math.max(at, this.#org.tail.floor)
    }
    cursor.read = at
    return this.tail(queue, cursor)
  }
}

class Answer {
  readonly events: SerializedEvent[] = []
  readonly #queue: Queue
  #characters = 0

  constructor(queue: Queue) {
    this.#queue = queue
  }

  /** Adds an event unless it's null; returns true while there is room for more. */
  add({ at }: Entry, event: SerializedEvent | null): boolean {
    if (event === null) return true
    this.events.push(event)
    this.#queue.sent = Math.max(this.#queue.sent, at)
    this.#characters += event.length
    return this.events.length < maxPerAnswer.events && this.#characters < maxPerAnswer.characters
  }
}
