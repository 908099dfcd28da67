import { serviceUnavailable } from '#contract'
import { groupOf, Semaphore } from '#platform/fair-queues'

interface GateOptions {
  /** Maximum inside at once, in all and per queue. */
  readonly most: number
  readonly maxPerKey: number
  /** With a longer expected wait, clients are told to retry later. */
  readonly longestWaitMs: number
  /** Milliseconds from a monotonic clock. */
  readonly now?: () => number
  /** Called for the first rejection, and again only after the line has been empty. */
  readonly turnedAway?: () => void
}

/** The assumed duration before any is measured. */
const guessedMs = 50
/** The weight of a new duration in the moving average. */
const weight = 1 / 16
/** The longest retry delay: the estimate may be wrong, and the gate would be idle while clients wait. */
const maxSeconds = 30

/**
 * Limits concurrent heavy work, with a fair queue. When too many arrive at once, as after a restart, those that would
 * wait long get staggered retry times.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #semaphore: Semaphore
  readonly #now: () => number
  #averageMs = guessedMs
  /** Queue keys that were told to retry and haven't entered yet, by organization. Retry times follow from their number. */
  readonly #retrying = new Map<string, Map<string, number>>()
  #isBusy = false
  refused = 0

  constructor(options: GateOptions) {
    this.#options = options
    this.#semaphore = new Semaphore(options)
    this.#now = options.now ?? (() => performance.now())
  }

  get waiting(): number {
    return this.#semaphore.waiting
  }

  /** Waits for a place; call the returned function to release it. Throws if too many are waiting. */
  async enter(queueKey: string): Promise<() => void> {
    const eachMs = this.#averageMs / this.#options.most
    // counts only the other organizations' turns that come first
    if (this.#semaphore.ahead(queueKey) * eachMs > this.#options.longestWaitMs) throw this.#later(queueKey, eachMs)
    await this.#semaphore.enter(queueKey)
    this.#retrying.get(groupOf(queueKey))?.delete(queueKey)
    if (this.waiting === 0) this.#rest()
    const begun = this.#now()
    return () => {
      this.#averageMs += (this.#now() - begun - this.#averageMs) * weight
      this.#semaphore.leave(queueKey)
    }
  }

  #rest(): void {
    this.#isBusy = false
    const now = this.#now()
    for (const [group, line] of this.#retrying) {
      forgetBefore(line, now)
      if (line.size === 0) this.#retrying.delete(group)
    }
  }

  #later(queueKey: string, eachMs: number) {
    this.refused++
    if (!this.#isBusy) this.#options.turnedAway?.()
    this.#isBusy = true
    const now = this.#now()
    const group = groupOf(queueKey)
    const line = this.#retrying.get(group) ?? new Map<string, number>()
    this.#retrying.set(group, line)
    // clients that are this late have given up
    forgetBefore(line, now - maxSeconds * 1000)
    line.delete(queueKey)
    const behind = (line.size + 1) * eachMs * Math.max(1, this.#semaphore.waitingGroups)
    const waitMs = Math.min(maxSeconds * 1000, this.#options.longestWaitMs / 2 + behind)
    line.set(queueKey, now + waitMs)
    return serviceUnavailable(Math.ceil(waitMs / 1000))
  }
}

/** Entries are ordered by when they were told. */
function forgetBefore(line: Map<string, number>, time: number): void {
  for (const [queueKey, comes] of line) {
    if (comes >= time) return
    line.delete(queueKey)
  }
}
