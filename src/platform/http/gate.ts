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
/** What somebody is told to wait at most: the guess may be wrong, and nobody is inside while all wait. */
const mostSecs = 30

/**
 * Where few are inside at once, since each takes much memory or holds others up. The next wait, in turns; when all come
 * at once, as after a restart, those beyond a short wait are each told a time of their own at which to come again.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #doors: Doors
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
    this.#told.get(groupOf(lane))?.delete(lane)
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
    for (const [group, line] of this.#told) {
      forgetBefore(line, now)
      if (line.size === 0) this.#told.delete(group)
    }
  }

  #later(lane: string, eachMs: number) {
    this.refused++
    if (!this.#isBusy) this.#options.turnedAway?.()
    this.#isBusy = true
    const now = this.#now()
    const group = groupOf(lane)
    const line = this.#told.get(group) ?? new Map<string, number>()
    this.#told.set(group, line)
    // who has not come for so long has given up
    forgetBefore(line, now - mostSecs * 1000)
    line.delete(lane)
    const behind = (line.size + 1) * eachMs * Math.max(1, this.#doors.waitingGroups)
    const waitMs = Math.min(mostSecs * 1000, this.#options.longestWaitMs / 2 + behind)
    line.set(lane, now + waitMs)
    return serviceUnavailable(Math.ceil(waitMs / 1000))
  }
}

/** Those who were told first stand first. */
function forgetBefore(line: Map<string, number>, time: number): void {
  for (const [lane, comes] of line) {
    if (comes >= time) return
    line.delete(lane)
  }
}
