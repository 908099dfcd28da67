import { FairQueue } from './fair-queue.ts'
import { groupOf } from './queue-keys.ts'

interface SemaphoreOptions {
  /** Maximum in total. */
  readonly most: number
  /** Maximum per queue key. */
  readonly maxPerKey?: number
  /** Maximum per organization. */
  readonly maxPerGroup?: number
}

/** Limits concurrency in total, per queue key, and per organization; waiting work is scheduled fairly. */
export class Semaphore {
  readonly #most: number
  readonly #queues: Inside
  readonly #groups: Inside
  readonly #waiting = new FairQueue<() => void>()
  #count = 0

  constructor({ most, maxPerKey = most, maxPerGroup = most }: SemaphoreOptions) {
    this.#most = most
    this.#queues = new Inside(maxPerKey)
    this.#groups = new Inside(maxPerGroup)
  }

  /** How many are waiting. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** How many organizations are waiting. */
  get waitingGroups(): number {
    return this.#waiting.groups
  }

  /** How many waiting items would run before one with this key. */
  ahead(queueKey: string): number {
    return this.#waiting.ahead(queueKey)
  }

  /** Waits for a slot; undefined if there's one. Call {@link leave} once for each. */
  enter(queueKey: string): Promise<void> | undefined {
    const isFree = this.#count < this.#most && this.#groups.has(groupOf(queueKey)) && this.#queues.has(queueKey)
    if (this.#waiting.length === 0 && isFree) {
      this.#admit(queueKey)
      return undefined
    }
    return new Promise((resolve) => {
      this.#waiting.add(queueKey, resolve)
      this.#next()
    })
  }

  leave(queueKey: string): void {
    this.#queues.remove(queueKey)
    this.#groups.remove(groupOf(queueKey))
    this.#count--
    this.#next()
  }

  /** Runs `work` with a slot. */
  async through<T>(queueKey: string, work: () => Promise<T>): Promise<T> {
    await this.enter(queueKey)
    try {
      return await work()
    } finally {
      this.leave(queueKey)
    }
  }

  #admit(queueKey: string): void {
    this.#queues.add(queueKey)
    this.#groups.add(groupOf(queueKey))
    this.#count++
  }

  readonly #candidates = {
    group: (name: string) => this.#groups.has(name),
    queueKey: (name: string) => this.#queues.has(name),
  }

  #next(): void {
    while (this.#count < this.#most) {
      const next = this.#waiting.take(this.#candidates)
      if (!next) return
      this.#admit(next.queueKey)
      next.item()
    }
  }
}

/** Counts used slots. */
class Inside {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Whether there's room for one more. */
  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) < this.#most
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  remove(name: string): void {
    const left = (this.#counts.get(name) ?? 1) - 1
    if (left > 0) this.#counts.set(name, left)
    else this.#counts.delete(name)
  }
}
