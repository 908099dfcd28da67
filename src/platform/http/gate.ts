import { serviceUnavailable } from '#contract'
import { groupOf, Semaphore } from '#platform/fair-queues'

interface GateOptions {
  /** So many are inside at once, and so many of one lane. */
  readonly most: number
  readonly maxPerKey: number
  /** Whoever would have to wait longer than this is told to come again. */
  readonly longestWaitMs: number
  /** Milliseconds that only increase. */
  readonly now?: () => number
  /** Hears of the first who is told so, and of others only when everybody had got in meanwhile. */
  readonly turnedAway?: () => void
}

/** Before the first is through. */
const guessedMs = 50
/** How much one that took a time counts for how long the next is taken to last. */
const weight = 1 / 16
/** What somebody is told to wait at most: the guess may be wrong, and nobody is inside while all wait. */
const maxSeconds = 30

/**
 * Where few are inside at once, since each takes much memory or holds others up. The next wait, in turns; when all come
 * at once, as after a restart, those beyond a short wait are each told a time of their own at which to come again.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #semaphore: Semaphore
  readonly #now: () => number
  #averageMs = guessedMs
  /**
   * Of each organization, the lanes that were told to come again and have not come in since, with when they were to
   * come. As they are counted, a guess that was too high is forgotten with those who were told by it.
   */
  readonly #told = new Map<string, Map<string, number>>()
  #isBusy = false
  /** How many were told so. */
  refused = 0

  constructor(options: GateOptions) {
    this.#options = options
    this.#semaphore = new Semaphore(options)
    this.#now = options.now ?? (() => performance.now())
  }

  get waiting(): number {
    return this.#semaphore.waiting
  }

  /** Waits for a turn, which ends when what it answers is called; throws when too many wait already. */
  async enter(queueKey: string): Promise<() => void> {
    const eachMs = this.#averageMs / this.#options.most
    // of other organizations only those count that have their turns before
    if (this.#semaphore.ahead(queueKey) * eachMs > this.#options.longestWaitMs) throw this.#later(queueKey, eachMs)
    await this.#semaphore.enter(queueKey)
    this.#told.get(groupOf(queueKey))?.delete(queueKey)
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
    for (const [group, line] of this.#told) {
      forgetBefore(line, now)
      if (line.size === 0) this.#told.delete(group)
    }
  }

  #later(queueKey: string, eachMs: number) {
    this.refused++
    if (!this.#isBusy) this.#options.turnedAway?.()
    this.#isBusy = true
    const now = this.#now()
    const group = groupOf(queueKey)
    const line = this.#told.get(group) ?? new Map<string, number>()
    this.#told.set(group, line)
    // who has not come for so long has given up
    forgetBefore(line, now - maxSeconds * 1000)
    line.delete(queueKey)
    const behind = (line.size + 1) * eachMs * Math.max(1, this.#semaphore.waitingGroups)
    const waitMs = Math.min(maxSeconds * 1000, this.#options.longestWaitMs / 2 + behind)
    line.set(queueKey, now + waitMs)
    return serviceUnavailable(Math.ceil(waitMs / 1000))
  }
}

/** Those who were told first stand first. */
function forgetBefore(line: Map<string, number>, time: number): void {
  for (const [queueKey, comes] of line) {
    if (comes >= time) return
    line.delete(queueKey)
  }
}
