import { Doors } from '#platform/turns'

/** Maximum concurrent requests. Services that didn't respond last time share a few places. */
const most = { most: 64, mostOfOne: 4 }
const mostDoubtful = 16
/** Maximum unresponsive services to remember. */
const mostDoubted = 10_000

/** One request at a time per user and service, so that an unresponsive one delays no others for long. */
export class PushLanes {
  readonly #doors = new Doors(most)
  readonly #doubtful = new Doors({ most: mostDoubtful })
  readonly #known = new Set<string>()
  readonly #doubted = new Set<string>()
  #idle: (() => void)[] = []

  doubts(service: string): boolean {
    return this.#doubted.has(service)
  }

  doubt(service: string, silent: boolean): void {
    this.#doubted.delete(service)
    if (silent) this.#doubted.add(service)
    const [oldest] = this.#doubted
    if (this.#doubted.size > mostDoubted && oldest !== undefined) this.#doubted.delete(oldest)
  }

  isBusy(service: string): boolean {
    return this.#known.has(service)
  }

  add(service: string, lane: string, run: () => Promise<unknown>): void {
    this.#known.add(service)
    const inTurn = () => this.#doors.through(lane, run)
    const done = this.#doubted.has(service) ? this.#doubtful.through(lane, inTurn) : inTurn()
    void done.finally(() => {
      this.#known.delete(service)
      if (this.#known.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    })
  }

  idle(): Promise<void> {
    if (this.#known.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
