import type { Entry } from './entry.ts'

/** What is kept at most, but for what comes until the oldest go. */
interface Limits {
  readonly entries: number
  readonly characters: number
}

const usual: Limits = { entries: 4_000, characters: 40_000_000 }
/** So much more there may be before the oldest go, many at once. */
const slack = 1.25

/** The newest entries of one organization, in memory and in order of position. */
export class Tail {
  readonly #limits: Limits
  #entries: Entry[] = []
  /** Of the entries and their bodies. */
  #characters = 0
  /** Every entry after this position is in memory. */
  floor: number
  /** The position of the newest entry. */
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

  /** Whether there is room to keep so many characters more beside an entry, which it counts from then on. */
  makesRoom(entry: Entry, characters: number): boolean {
    // what was read from the log is kept by nobody
    if (entry.at <= this.floor) return true
    if (this.#characters + characters > this.#limits.characters * slack * slack) return false
    entry.size += characters
    this.#characters += characters
    return true
  }

  /** Calls back with each entry after a position, oldest first, until the callback answers false. */
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
