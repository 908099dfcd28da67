import { Doors } from '#platform/turns'

/** How much may be under way at once. Who did not answer last time shares a few places, whosever they are. */
const most = { most: 64, mostOfOne: 4 }
const mostDoubtful = 16
/** Endpoints whose silence is remembered. */
const mostDoubted = 10_000

/**
 * What browsers are to be told, one thing at a time for each person and push service: one that accepts and never answers
 * holds up neither other people nor another service of the same person for long.
 */
export class PushLanes {
  readonly #doors = new Doors(most)
  readonly #doubtful = new Doors({ most: mostDoubtful })
  readonly #known = new Set<string>()
  readonly #doubted = new Set<string>()
  #idle: (() => void)[] = []

  /** Whether a service's last work came to nothing because nobody answered. */
  doubts(service: string): boolean {
    return this.#doubted.has(service)
  }

  /** What was found out about it. */
  doubt(service: string, silent: boolean): void {
    this.#doubted.delete(service)
    if (silent) this.#doubted.add(service)
    const [oldest] = this.#doubted
    if (this.#doubted.size > mostDoubted && oldest !== undefined) this.#doubted.delete(oldest)
  }

  isBusy(service: string): boolean {
    return this.#known.has(service)
  }

  /** Takes work for somebody's service that is not busy; the lane is the person's. */
  add(service: string, lane: string, run: () => Promise<unknown>): void {
    this.#known.add(service)
    const inTurn = () => this.#doors.through(lane, run)
    const done = this.#doubted.has(service) ? this.#doubtful.through(lane, inTurn) : inTurn()
    void done.finally(() => {
      this.#known.delete(service)
      if (this.#known.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    })
  }

  /** When nothing is under way. */
  idle(): Promise<void> {
    if (this.#known.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
