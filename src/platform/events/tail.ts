import type { Entry } from './entry.ts'

/** Limits, which may be exceeded by `slack`. */
interface Limits {
  readonly entries: number
  readonly characters: number
}

const usual: Limits = { entries: 4_000, characters: 40_000_000 }
/** Factor for exceeding the limits before old events are removed in bulk. */
const slack = 1.25

export class Tail {
  readonly #limits: Limits
  #entries: Entry[] = []
  #characters = 0
  /** All events after this position are in memory. */
  floor: number
  end: number

  constructor(at: number, limits = usual) {
    this.floor = at
    this.end = at
    this.#limits = limits
  }

  push(entry: Entry): void {
    this.#entries.push(entry)
    this.#characters += entry.size
    this.end = entry.at
    const { entries, characters } = this.#limits
    if (this.#entries.length <= entries * slack && this.#characters <= characters * slack) return
    let gone = 0
    for (const { at, size } of this.#entries) {
      if (this.#entries.length - gone <= entries && this.#characters <= characters) break
      this.#characters -= size
      this.floor = at
      gone++
    }
    this.#entries.splice(0, gone)
  }

  /** Reserves memory for `characters` more next to an event; false if there's no room. */
  makesRoom(entry: Entry, characters: number): boolean {
    // events read from the log aren't kept by the tail
    if (entry.at <= this.floor) return true
    if (this.#characters + characters > this.#limits.characters * slack * slack) return false
    entry.size += characters
    this.#characters += characters
    return true
  }

  /** Visits the events after a position, oldest first, until `visit` returns false. */
  each(after: number, visit: (entry: Entry) => boolean): void {
    const entries = this.#entries
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((entries[middle] as Entry).at > after) high = middle
      else low = middle + 1
    }
    for (; low < entries.length; low++) if (!visit(entries[low] as Entry)) return
  }
}
