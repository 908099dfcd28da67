import { FairQueue } from './fair-queue.ts'

/**
 * Shares the event loop's time. Work asks for a turn before it continues: where a request begins, and after each
 * response of the database. Within a short iteration of the loop that's free. Once an iteration has used up its time,
 * waiting work continues one item per iteration, round-robin by organization and user, and the loop handles I/O in
 * between.
 */
export class LoopTime {
  readonly #maxMs: number
  readonly #now: () => number
  readonly #waiting = new FairQueue<() => void>()
  /** The start of this iteration; undefined before the first call in it. */
  #since: number | undefined

  constructor(maxMs: number, now = () => performance.now()) {
    this.#maxMs = maxMs
    this.#now = now
  }

  /** Waits for a turn; undefined if the current iteration has room. */
  enter(queueKey: string): Promise<void> | undefined {
    if (this.#since === undefined) this.#begin()
    else if (this.#waiting.length > 0 || this.#now() - this.#since >= this.#maxMs)
      return new Promise((resolve) => this.#waiting.add(queueKey, resolve))
    return undefined
  }

  /** Waits for an iteration of its own. */
  next(queueKey: string): Promise<void> {
    if (this.#since === undefined) this.#begin()
    return new Promise((resolve) => this.#waiting.add(queueKey, resolve))
  }

  #begin(): void {
    this.#since = this.#now()
    setImmediate(() => {
      this.#since = undefined
      const next = this.#waiting.take()
      if (!next) return
      this.#begin()
      next.item()
    })
  }
}

/** Most requests take less, so that a lone request doesn't wait. */
export const loopTime = new LoopTime(1)
