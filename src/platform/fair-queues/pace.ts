import { loopTime } from './loop-time.ts'
import { queueKeyOf } from './queue-keys.ts'

/** How long work goes on before others have their turn. */
const stepMs = 8
/** What takes long, of all organizations: how much of it there is at once is bounded where it begins. */
const queueKey = queueKeyOf(0, 'long')

/** Keeps work that takes long from holding everybody else up. `spent` hears how long it took, without the time of others. */
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

  /** Gives others their turn, and goes on in one that nobody else goes on in. */
  async turn(): Promise<void> {
    this.end()
    await loopTime.next(queueKey)
    this.#begun = this.#now()
  }

  /** The same where it is due; undefined where it is not. */
  step(): Promise<void> | undefined {
    return this.isDue ? this.turn() : undefined
  }

  /** What was done since the last turn is told. */
  end(): void {
    const now = this.#now()
    this.#spent(now - this.#begun)
    this.#begun = now
  }
}
