import { serviceUnavailable } from '#contract'
import { Doors, groupOf } from '#platform/turns'

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
  #averageMs = guessedMs
  /** When, of each organization, whoever was told to come again last is to come. */
  readonly #lastComes = new Map<string, number>()
  #isBusy = false
  /** How many were told so. */
  refused = 0

  constructor(options: GateOptions) {
    this.#options = options
    this.#doors = new Doors(options)
    this.#now = options.now ?? (() => performance.now())
  }

  get waiting(): number {
    return this.#doors.waiting
  }

  /** Waits for a turn, which ends when what it answers is called; throws when too many wait already. */
  async enter(lane: string): Promise<() => void> {
    const eachMs = this.#averageMs / this.#options.most
    // of other organizations only those count that have their turns before
    if (this.#doors.ahead(lane) * eachMs > this.#options.longestWaitMs) throw this.#later(lane, eachMs)
    await this.#doors.enter(lane)
    if (this.waiting === 0) this.#rest()
    const begun = this.#now()
    return () => {
      this.#averageMs += (this.#now() - begun - this.#averageMs) * weight
      this.#doors.leave(lane)
    }
  }

  #rest(): void {
    this.#isBusy = false
    const now = this.#now()
    for (const [group, comes] of this.#lastComes) if (comes < now) this.#lastComes.delete(group)
  }

  #later(lane: string, eachMs: number) {
    this.refused++
    if (!this.#isBusy) this.#options.turnedAway?.()
    this.#isBusy = true
    const now = this.#now()
    const group = groupOf(lane)
    const soonest = Math.max(this.#lastComes.get(group) ?? 0, now + this.#options.longestWaitMs / 2)
    const comes = soonest + eachMs * Math.max(1, this.#doors.waitingGroups)
    this.#lastComes.set(group, comes)
    return serviceUnavailable(Math.min(mostSecs, Math.ceil((comes - now) / 1000)))
  }
}
