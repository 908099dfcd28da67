import { serviceUnavailable } from '#contract'
import { Doors, groupOf } from '#platform/turns'

interface GateOptions {
  /** Maximum inside at once, in all and per lane. */
  readonly most: number
  readonly mostOfOne: number
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
const mostSecs = 30

/**
 * Limits concurrent heavy work, with a fair queue. When too many arrive at once, as after a restart, those that would
 * wait long get staggered retry times.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #doors: Doors
  readonly #now: () => number
  #averageMs = guessedMs
  /** Lanes told to retry that haven't entered yet, by organization. Retry times follow from their number. */
  readonly #told = new Map<string, Map<string, number>>()
  #isBusy = false
  refused = 0

  constructor(options: GateOptions) {
    this.#options = options
    this.#doors = new Doors(options)
    this.#now = options.now ?? (() => performance.now())
  }

  get waiting(): number {
    return this.#doors.waiting
  }

  /** Waits for a place; call the returned function to release it. Throws if too many are waiting. */
  async enter(lane: string): Promise<() => void> {
    const eachMs = this.#averageMs / this.#options.most
    // counts only the other organizations' turns that come first
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
    // clients that are this late have given up
    forgetBefore(line, now - mostSecs * 1000)
    line.delete(lane)
    const behind = (line.size + 1) * eachMs * Math.max(1, this.#doors.waitingGroups)
    const waitMs = Math.min(mostSecs * 1000, this.#options.longestWaitMs / 2 + behind)
    line.set(lane, now + waitMs)
    return serviceUnavailable(Math.ceil(waitMs / 1000))
  }
}

/** Entries are ordered by when they were told. */
function forgetBefore(line: Map<string, number>, time: number): void {
  for (const [lane, comes] of line) {
    if (comes >= time) return
    line.delete(lane)
  }
}
