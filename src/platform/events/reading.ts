import { placesPerPosition } from './entry.ts'
import { firstPosition } from './log.ts'
import type { LogBlocks } from './log-blocks.ts'
import type { Presentation, Presented } from './presentation.ts'
import type { Events, Queue, QueueHost } from './queue.ts'

/** What one answer holds at most, but for one event that is larger: others would wait while it is written. */
const maxPerAnswer = { events: 2_000, characters: 2_000_000 }
/** How many places after a position are believed to be taken because a client says so. */
const placesTaken = placesPerPosition / 2

/** Reads queues' events: from the tail in memory, or from the log where a queue lags behind it. */
export class Reading {
  readonly #org: QueueHost
  readonly #presentation: Presentation
  readonly #blocks: LogBlocks

  constructor(org: QueueHost, presentation: Presentation, blocks: LogBlocks) {
    this.#org = org
    this.#presentation = presentation
    this.#blocks = blocks
  }

  /**
   * The place that a client says it has come to, once this process has come there too: another one may have answered
   * it until now. A place that the log does not reach is no place, and the newest one stands for it.
   */
  async reach(queue: Queue, place: number): Promise<number> {
    const position = Math.floor(place / placesPerPosition)
    if (place > this.#org.tail.end && position > this.position) await this.#org.follow(position)
    const { tail } = this.#org
    if (position > this.position) return Math.max(tail.end, queue.acked)
    // passing events of the other process took places here; new ones come after them, unless somebody has made them up
    if (place > tail.end)
      tail.end = Math.min(place, Math.max(tail.end, this.position * placesPerPosition + placesTaken))
    return place
  }

  /** Whether everything that came after a place can still be read. */
  async reaches(place: number): Promise<boolean> {
    if (place >= this.#org.tail.floor) return true
    const oldest = await this.#org.db.read((tx) => firstPosition(tx, this.#org.id))
    return oldest <= Math.floor(place / placesPerPosition) + 1
  }

  /** How far this process has come. */
  get position(): number {
    return Math.floor(this.#org.tail.end / placesPerPosition)
  }

  /** The queue's events after a place. */
  after(queue: Queue, from: number): Promise<Events> | Events {
    return from < this.#org.tail.floor ? this.#behind(queue, from) : this.tail(queue, from)
  }

  tail(queue: Queue, from: number): Events {
    const answer = new Answer()
    this.#org.tail.each(from, (entry) => answer.add(this.#presentation.present(queue, entry)))
    if (answer.events.length === 0) queue.scanned = Math.max(from, this.#org.tail.end)
    return answer.events
  }

  async #behind(queue: Queue, from: number): Promise<Events> {
    const answer = new Answer()
    let at = from
    while (at < this.#org.tail.floor) {
      const above = Math.floor(at / placesPerPosition)
      const upTo = Math.floor(this.#org.tail.floor / placesPerPosition)
      const { entries, upTo: reached } = await this.#blocks.after(above, upTo)
      for (const entry of entries)
        if (entry.at > from && !answer.add(this.#presentation.present(queue, entry))) return answer.events
      // in order and complete up to here; what is still missing comes with the next poll
      if (answer.events.length > 0) return answer.events
      at = reached > above ? reached * placesPerPosition : Math.max(at, this.#org.tail.floor)
    }
    return this.tail(queue, at)
  }
}

/** The events of one answer, as far as there is room for them. */
class Answer {
  readonly events: Presented[] = []
  #characters = 0

  /** Adds an event, if it is for this queue; whether there is room for more. */
  add(event: Presented | null): boolean {
    if (event === null) return true
    this.events.push(event)
    this.#characters += event.length
    return this.events.length < maxPerAnswer.events && this.#characters < maxPerAnswer.characters
  }
}
