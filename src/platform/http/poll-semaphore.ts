import { Semaphore } from '#platform/fair-queues'

interface Limits {
  readonly most?: number
  readonly maxPerGroup?: number
  readonly maxPerKey?: number
}

/** Concurrent polls per organization and per user; organizations don't wait for each other. */
const usual: Limits = { maxPerGroup: 16, maxPerKey: 4 }

/**
 * Limits the polls answered at once; waiting ones hold no place. When thousands catch up at once, as after a restart,
 * this bounds memory and lets messages through.
 */
export class PollSemaphore {
  readonly #semaphore: Semaphore

  constructor({ most = Number.POSITIVE_INFINITY, maxPerGroup = most, maxPerKey = most }: Limits = usual) {
    this.#semaphore = new Semaphore({ most, maxPerGroup, maxPerKey })
  }

  async enter(queueKey: string): Promise<() => void> {
    await this.#semaphore.enter(queueKey)
    let isInside = true
    return () => {
      if (isInside) this.#semaphore.leave(queueKey)
      isInside = false
    }
  }
}
