import { Semaphore } from '#platform/fair-queues'

const most = { most: 32, maxPerKey: 4 }

/** Runs work concurrently, with limits per lane, so that slow work delays only its own lane. */
export class FairQueues {
  readonly #semaphore = new Semaphore(most)
  readonly #known = new Set<number>()
  #idle: (() => void)[] = []

  /** Does nothing if the ID is already waiting or running. */
  add(id: number, queueKey: string, run: () => Promise<void>): void {
    if (this.#known.has(id)) return
    this.#known.add(id)
    void this.#semaphore.through(queueKey, run).finally(() => {
      this.#known.delete(id)
      if (this.#known.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    })
  }

  idle(): Promise<void> {
    if (this.#known.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
