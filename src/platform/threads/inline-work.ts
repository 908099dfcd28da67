import { processorMs } from './processor-time.ts'
import { reportWork } from './watch.ts'

/** Work that computes longer closes the event loop's thread to its queue. */
const slowMs = 5
const watchedMs = 60_000

interface Clocks {
  readonly now: () => number
  /** CPU time of the calling thread; undefined if unknown. */
  readonly computed: () => number | undefined
}

/**
 * Work of a pool that's expected to be cheap enough for the event loop's thread. Accounts pay for it as for a pool's
 * orders. A queue whose work takes long is watched for a minute: on a busy machine, others may have had the processor.
 * If its work then computes for long, it's sent back to the pool for a minute.
 */
export class InlineWork {
  readonly #clocks: Clocks
  readonly #watchedUntil = new Map<string, number>()
  readonly #closedUntil = new Map<string, number>()

  constructor(clocks: Clocks = { now: () => performance.now(), computed: processorMs }) {
    this.#clocks = clocks
  }

  isOpenTo(queueKey: string): boolean {
    return !this.#isBefore(this.#closedUntil, queueKey)
  }

  run<T>(queueKey: string, work: () => T): T {
    const { now, computed } = this.#clocks
    // perf: reading the CPU time takes longer than most work
    const isWatched = this.#isBefore(this.#watchedUntil, queueKey)
    const before = isWatched ? computed() : undefined
    const begun = now()
    const result = work()
    const ms = now() - begun
    if (ms > slowMs) {
      if (!isWatched) this.#put(this.#watchedUntil, queueKey)
      else if (before === undefined || (computed() ?? Number.POSITIVE_INFINITY) - before > slowMs)
        this.#put(this.#closedUntil, queueKey)
    }
    reportWork(queueKey, ms)
    return result
  }

  #isBefore(until: Map<string, number>, queueKey: string): boolean {
    const end = until.get(queueKey)
    return end !== undefined && end > this.#clocks.now()
  }

  #put(until: Map<string, number>, queueKey: string): void {
    const now = this.#clocks.now()
    for (const [other, end] of until) if (end <= now) until.delete(other)
    until.set(queueKey, now + watchedMs)
  }
}
