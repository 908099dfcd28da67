import { Semaphore } from '#platform/fair-queues'

/** Maximum concurrent requests. Services that didn't respond last time share a few places. */
const most = { most: 64, maxPerKey: 4 }
const maxDoubtful = 16
/** Maximum unresponsive services to remember. */
const maxDoubted = 10_000

/** One request at a time per user and service, so that an unresponsive one delays no others for long. */
export class PushQueues {
  readonly #semaphore = new Semaphore(most)
  readonly #doubtful = new Semaphore({ most: maxDoubtful })
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
    if (this.#doubted.size > maxDoubted && oldest !== undefined) this.#doubted.delete(oldest)
  }

  isBusy(service: string): boolean {
    return this.#known.has(service)
  }

  add(service: string, queueKey: string, run: () => Promise<unknown>): void {
    this.#known.add(service)
    const inQueue = () => this.#semaphore.through(queueKey, run)
    const done = this.#doubted.has(service) ? this.#doubtful.through(queueKey, inQueue) : inQueue()
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
