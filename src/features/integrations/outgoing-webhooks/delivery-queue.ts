import type { Config } from '#platform/config'
import { Semaphore } from '#platform/fair-queues'
import type { UnderWay } from '#platform/timer'
import { outgoingWebhookOptions } from './options.ts'

const most = { most: 32, maxPerKey: 4 }

/** Runs work concurrently, with limits per queue, so that slow work delays only its own queue. */
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

/** Requests that a process makes in the background. */
export class QueuedRequests implements UnderWay {
  readonly queues = new FairQueues()
  readonly stop = new AbortController()
  readonly problems: unknown[] = []

  idle(): Promise<void> {
    return this.queues.idle()
  }
}

/** The delays before retries; after the last one, the request is given up. */
export const retryDelaysMs = [5_000, 30_000, 120_000]
/** This long after the timeout, a request counts as not made: its process must have ended. */
const marginMs = 10_000

export const leasedUntil = (config: Config, now: Date): Date =>
  new Date(now.getTime() + outgoingWebhookOptions(config).webhookTimeoutSeconds * 1000 + marginMs)
