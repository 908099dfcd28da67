import { serviceUnavailable } from '#contract'
import { Doors } from '#platform/turns'

interface GateOptions {
  /** So many are inside at once, and so many of one lane. */
  readonly most: number
  readonly mostOfOne: number
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
/** What somebody is told to wait at most. */
const mostSecs = 60

/**
 * Where few are inside at once, since each takes much memory or holds others up. The next wait, in turns; when all come
 * at once, as after a restart, those beyond a short wait are each told a time of their own at which to come again.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #doors: Doors
  readonly #now: () => number
  #waiting = 0
  #averageMs = guessedMs
  /** When whoever was told to come again last is to come. */
  #lastComes = 0
  #isBusy = false
  /** How many were told so. */
  refused = 0

  constructor(options: GateOptions) {
    this.#options = options
    this.#doors = new Doors(options)
    this.#now = options.now ?? (() => performance.now())
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Waits for a turn, which ends when what it answers is called; throws when too many wait already. */
  async enter(lane: string): Promise<() => void> {
    const eachMs = this.#averageMs / this.#options.most
    if (this.#waiting * eachMs > this.#options.longestWaitMs) throw this.#later(eachMs)
    this.#waiting++
    await this.#doors.enter(lane)
    this.#waiting--
    if (this.#waiting === 0) this.#isBusy = false
    const begun = this.#now()
    return () => {
      this.#averageMs += (this.#now() - begun - this.#averageMs) * weight
      this.#doors.leave(lane)
    }
  }

  #later(eachMs: number) {
    this.refused++
    if (!this.#isBusy) this.#options.turnedAway?.()
    this.#isBusy = true
    const now = this.#now()
    this.#lastComes = Math.max(this.#lastComes, now + this.#options.longestWaitMs / 2) + eachMs
    return serviceUnavailable(Math.min(mostSecs, Math.ceil((this.#lastComes - now) / 1000)))
  }
}
