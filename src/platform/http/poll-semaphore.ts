import { Semaphore } from '#platform/fair-queues'

interface Limits {
  readonly most?: number
  readonly maxPerGroup?: number
  readonly maxPerKey?: number
}

/** So many of one organization are answered at once, and so many of one person; organizations do not wait for each other. */
const usual: Limits = { maxPerGroup: 16, maxPerKey: 4 }

/**
 * Before polls. Whoever waits for events is outside. When thousands come at once and are behind, as after a restart,
 * what each is to be told is read, written and compressed for a few of them at a time: it is not kept for all of them
 * together, and one turn of the event loop writes what a few are told. Whoever sends a message has turns in between.
 */
export class PollSemaphore {
  readonly #semaphore: Semaphore

  constructor({ most = Number.POSITIVE_INFINITY, maxPerGroup = most, maxPerKey = most }: Limits = usual) {
    this.#semaphore = new Semaphore({ most, maxPerGroup, maxPerKey })
  }

  /** Waits for a turn, which ends when what it answers is called; calling that again does nothing. */
  async enter(queueKey: string): Promise<() => void> {
    await this.#semaphore.enter(queueKey)
    let isInside = true
    return () => {
      if (isInside) this.#semaphore.leave(queueKey)
      isInside = false
    }
  }
}
