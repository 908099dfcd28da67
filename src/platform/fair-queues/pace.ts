import { loopTime } from './loop-time.ts'
import { queueKeyOf } from './queue-keys.ts'

/** How long work runs before it yields. */
const stepMs = 8
/** Long-running work of all organizations; its concurrency is limited where it begins. */
const queueKey = queueKeyOf(0, 'long')

/** Makes long-running work yield to other work. `spent` receives its own time, without the time of others. */
export class Pace {
  readonly #spent: (ms: number) => void
  readonly #now: () => number
  #begun: number

  constructor(spent: (ms: number) => void = () => {}, now = () => performance.now()) {
    this.#spent = spent
    this.#now = now
    this.#begun = now()
  }

  get isDue(): boolean {
    return this.#now() - this.#begun >= stepMs
  }

  /** Yields, and continues in an iteration of its own. */
  async turn(): Promise<void> {
    this.end()
    await loopTime.next(queueKey)
    this.#begun = this.#now()
  }

  /** Yields if it's time to; undefined if not. */
  step(): Promise<void> | undefined {
    return this.isDue ? this.turn() : undefined
  }

  /** Reports the time since the last turn. */
  end(): void {
    const now = this.#now()
    this.#spent(now - this.#begun)
    this.#begun = now
  }
}
