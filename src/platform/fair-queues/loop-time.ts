import { FairQueue } from './fair-queue.ts'

/**
 * The time of the event loop, which everything in the process shares. What goes on for somebody asks for it first: where a
 * request begins, and where the database has answered. While a turn of the loop is short that costs nothing. When it has
 * lasted its time, the rest goes on by organization and person, each thing in a turn of its own, between which the loop hears
 * what is new: whoever has little to do waits for one thing of others, not for all that has come.
 */
export class LoopTime {
  readonly #maxMs: number
  readonly #now: () => number
  readonly #waiting = new FairQueue<() => void>()
  /** When this turn of the loop began; undefined before anybody has asked in it. */
  #since: number | undefined

  constructor(maxMs: number, now = () => performance.now()) {
    this.#maxMs = maxMs
    this.#now = now
  }

  /** Waits for a turn; undefined where this one has room. */
  enter(queueKey: string): Promise<void> | undefined {
    if (this.#since === undefined) this.#begin()
    else if (this.#waiting.length > 0 || this.#now() - this.#since >= this.#maxMs)
      return new Promise((resolve) => this.#waiting.add(queueKey, resolve))
    return undefined
  }

  /** One of the next turns, in which nothing else goes on that waits here. */
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

/** Of this process: no longer than most requests take, so that one that is alone does not wait. */
export const loopTime = new LoopTime(1)
