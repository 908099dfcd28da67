import type { UserId } from '#contract'

/** How much may be under way at once. Who did not answer last time shares a few places, whosever they are. */
const most = { all: 64, person: 4, doubtful: 16 }
/** Endpoints whose silence is remembered. */
const mostDoubted = 10_000

interface Work {
  readonly lane: string
  readonly person: UserId
  readonly doubtful: boolean
  run(): Promise<unknown>
}

/**
 * What browsers are to be told, in a lane for each person and push service: one that accepts and never answers holds up
 * neither other people nor another service of the same person for long.
 */
export class PushLanes {
  #waiting: Work[] = []
  readonly #known = new Set<string>()
  readonly #busy = new Map<UserId, number>()
  readonly #doubted = new Set<string>()
  #running = 0
  #doubtful = 0
  #idle: (() => void)[] = []

  /** Whether a lane's last work came to nothing because nobody answered. */
  doubts(lane: string): boolean {
    return this.#doubted.has(lane)
  }

  /** What was found out about it. */
  doubt(lane: string, silent: boolean): void {
    this.#doubted.delete(lane)
    if (silent) this.#doubted.add(lane)
    const [oldest] = this.#doubted
    if (this.#doubted.size > mostDoubted && oldest !== undefined) this.#doubted.delete(oldest)
  }

  isBusy(lane: string): boolean {
    return this.#known.has(lane)
  }

  /** Takes work for a lane that is not busy. */
  add(lane: string, person: UserId, run: () => Promise<unknown>): void {
    this.#known.add(lane)
    this.#waiting.push({ lane, person, doubtful: this.#doubted.has(lane), run })
    this.#next()
  }

  /** When nothing is under way. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #next(): void {
    const stay: Work[] = []
    for (const work of this.#waiting) {
      const full = this.#running >= most.all || (work.doubtful && this.#doubtful >= most.doubtful)
      if (full || (this.#busy.get(work.person) ?? 0) >= most.person) stay.push(work)
      else void this.#start(work)
    }
    this.#waiting = stay
  }

  async #start({ lane, person, doubtful, run }: Work): Promise<void> {
    this.#running++
    this.#doubtful += Number(doubtful)
    this.#busy.set(person, (this.#busy.get(person) ?? 0) + 1)
    await run()
    this.#running--
    this.#doubtful -= Number(doubtful)
    this.#known.delete(lane)
    const left = (this.#busy.get(person) ?? 1) - 1
    if (left > 0) this.#busy.set(person, left)
    else this.#busy.delete(person)
    this.#next()
    if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }
}
