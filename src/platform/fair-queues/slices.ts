import { FairQueue } from './fair-queue.ts'

/**
 * Spreads work over iterations of the event loop, with a limited amount in each, scheduled fairly by organization and
 * user.
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

  /** Runs `work` in one of the next iterations, with its number. */
  add(queueKey: string, work: (slice: number) => void): void {
    this.#waiting.add(queueKey, work)
    this.#schedule()
  }

  /** Waits for a turn; undefined if the current iteration has room. */
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
      // schedule first, because the work may throw
      this.#schedule()
      next.item(this.#slice)
    }
  }
}
