import { FairQueue } from './fair-queue.ts'

/**
 * What the event loop does for many at once: so much in one of its turns, then everything else has its turn, and what is
 * left goes on in the next one, by organization and person.
 */
export class Slices {
  readonly #most: number
  readonly #waiting = new FairQueue<(slice: number) => void>()
  #done = 0
  #slice = 0
  #isScheduled = false

  constructor(most: number) {
    this.#most = most
  }

  /** Does it in one of the next turns, with that turn's number. */
  add(queueKey: string, work: (slice: number) => void): void {
    this.#waiting.add(queueKey, work)
    this.#schedule()
  }

  /** Waits for a turn; undefined where this one has room. */
  enter(queueKey: string): Promise<void> | undefined {
    if (this.#waiting.length > 0 || this.#done >= this.#most)
      return new Promise((resolve) => this.add(queueKey, () => resolve()))
    this.#done++
    this.#schedule()
    return undefined
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#next())
  }

  #next(): void {
    this.#isScheduled = false
    this.#done = 0
    this.#slice++
    while (this.#done < this.#most) {
      const next = this.#waiting.take()
      if (!next) break
      this.#done++
      // before it, as it may throw
      this.#schedule()
      next.item(this.#slice)
    }
  }
}
