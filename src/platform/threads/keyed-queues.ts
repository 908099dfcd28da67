import { FairQueue } from '#platform/fair-queues'

/** How long a queue has low priority after a text that was too slow. */
const penaltyMs = 60_000

/**
 * Schedules texts round-robin by queue, with at most one in progress per queue. A queue with a text that was too slow
 * gets only one thread, and only if no other queue needs it.
 */
export class FairQueues<T> {
  readonly #waiting = new FairQueue<T>()
  readonly #busy = new Set<string>()
  readonly #mistrusted = new Map<string, number>()

  add(queueKey: string, item: T): void {
    this.#waiting.add(queueKey, item)
  }

  /** The next item; its queue is busy until {@link done}. */
  next(forAnyone: boolean): { queueKey: string; item: T } | undefined {
    const isFree = (queueKey: string) => !this.#busy.has(queueKey)
    const next =
      this.#waiting.take({ queueKey: (queueKey) => isFree(queueKey) && !this.#isMistrusted(queueKey) }) ??
      (forAnyone ? this.#waiting.take({ queueKey: isFree }) : undefined)
    if (next) this.#busy.add(next.queueKey)
    return next
  }

  done(queueKey: string): void {
    this.#busy.delete(queueKey)
  }

  penalty(queueKey: string): void {
    const now = performance.now()
    for (const [other, until] of this.#mistrusted) if (until < now) this.#mistrusted.delete(other)
    this.#mistrusted.set(queueKey, now + penaltyMs)
  }

  #isMistrusted(queueKey: string): boolean {
    return (this.#mistrusted.get(queueKey) ?? 0) > performance.now()
  }
}
