import { groupOf } from './lane-names.ts'
import { Turns } from './turns.ts'

interface DoorsOptions {
  /** So many are inside at once, */
  readonly most: number
  /** so many of one lane, */
  readonly mostOfOne?: number
  /** and so many of one organization. */
  readonly mostOfGroup?: number
}

/** So many at once, in all, of one lane and of one organization; the rest take turns. */
export class Doors {
  readonly #most: number
  readonly #lanes: Inside
  readonly #groups: Inside
  readonly #waiting = new Turns<() => void>()
  #count = 0

  constructor({ most, mostOfOne = most, mostOfGroup = most }: DoorsOptions) {
    this.#most = most
    this.#lanes = new Inside(mostOfOne)
    this.#groups = new Inside(mostOfGroup)
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** How many organizations they are of. */
  get waitingGroups(): number {
    return this.#waiting.groups
  }

  /** How many of those that wait would come before one of this lane. */
  ahead(lane: string): number {
    return this.#waiting.ahead(lane)
  }

  /** Waits for a turn. Each that came in leaves once, by {@link leave}. */
  enter(lane: string): Promise<void> | undefined {
    const isFree = this.#count < this.#most && this.#groups.has(groupOf(lane)) && this.#lanes.has(lane)
    if (this.#waiting.length === 0 && isFree) {
      this.#admit(lane)
      return undefined
    }
    return new Promise((resolve) => {
      this.#waiting.add(lane, resolve)
      this.#next()
    })
  }

  leave(lane: string): void {
    this.#lanes.remove(lane)
    this.#groups.remove(groupOf(lane))
    this.#count--
    this.#next()
  }

  /** Does it in its turn. */
  async through<T>(lane: string, work: () => Promise<T>): Promise<T> {
    await this.enter(lane)
    try {
      return await work()
    } finally {
      this.leave(lane)
    }
  }

  #admit(lane: string): void {
    this.#lanes.add(lane)
    this.#groups.add(groupOf(lane))
    this.#count++
  }

  readonly #may = { group: (name: string) => this.#groups.has(name), lane: (name: string) => this.#lanes.has(name) }

  #next(): void {
    while (this.#count < this.#most) {
      const next = this.#waiting.take(this.#may)
      if (!next) return
      this.#admit(next.lane)
      next.item()
    }
  }
}

/** How many of each are inside. */
class Inside {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Whether there is room for one more. */
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
