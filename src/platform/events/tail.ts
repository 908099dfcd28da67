import type { Entry } from './entry.ts'

/** The newest entries of one organization, in memory and in order of position. */
export class Tail {
  readonly #limit: number
  #entries: Entry[] = []
  /** Every entry after this position is in memory. */
  floor: number
  /** The position of the newest entry. */
  end: number

  constructor(at: number, limit = 4_000) {
    this.floor = at
    this.end = at
    this.#limit = limit
  }

  push(entry: Entry): void {
    this.#entries.push(entry)
    this.end = entry.at
    if (this.#entries.length <= this.#limit * 1.25) return
    const gone = this.#entries.splice(0, this.#entries.length - this.#limit)
    this.floor = gone[gone.length - 1]?.at ?? this.floor
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
