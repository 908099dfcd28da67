/**
 * Who is next. Everybody has a lane; in a lane things go in the order in which they came, and lanes take turns: whoever
 * asks for much waits behind himself, and others go between.
 */
export class Turns<T> {
  /** In the order of their turns; none is empty. */
  readonly #lanes = new Map<string, T[]>()
  #length = 0

  get length(): number {
    return this.#length
  }

  add(lane: string, item: T): void {
    const items = this.#lanes.get(lane)
    if (items) items.push(item)
    else this.#lanes.set(lane, [item])
    this.#length++
  }

  /** The next one, which stays; of those lanes that may have a turn. */
  peek(may: (lane: string) => boolean = anyLane): T | undefined {
    for (const [lane, items] of this.#lanes) if (may(lane)) return items[0]
    return undefined
  }

  /** The next one and its lane, which stands behind the others from now on. */
  take(may: (lane: string) => boolean = anyLane): { lane: string; item: T } | undefined {
    for (const [lane, items] of this.#lanes) {
      if (!may(lane)) continue
      const item = items.shift() as T
      this.#lanes.delete(lane)
      if (items.length > 0) this.#lanes.set(lane, items)
      this.#length--
      return { lane, item }
    }
    return undefined
  }
}

const anyLane = () => true

/** So many at once, in all and of one lane; the rest take turns. */
export class Doors {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #inside = new Map<string, number>()
  readonly #waiting = new Turns<() => void>()
  #count = 0

  constructor({ most, mostOfOne }: { most: number; mostOfOne: number }) {
    this.#most = most
    this.#mostOfOne = mostOfOne
  }

  /** Waits for a turn. Each that came in leaves once, by {@link leave}. */
  enter(lane: string): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#count < this.#most && this.#may(lane)) {
      this.#admit(lane)
      return undefined
    }
    return new Promise((resolve) => {
      this.#waiting.add(lane, resolve)
      this.#next()
    })
  }

  leave(lane: string): void {
    const left = (this.#inside.get(lane) ?? 1) - 1
    if (left > 0) this.#inside.set(lane, left)
    else this.#inside.delete(lane)
    this.#count--
    this.#next()
  }

  #may = (lane: string): boolean => (this.#inside.get(lane) ?? 0) < this.#mostOfOne

  #admit(lane: string): void {
    this.#inside.set(lane, (this.#inside.get(lane) ?? 0) + 1)
    this.#count++
  }

  #next(): void {
    while (this.#count < this.#most) {
      const next = this.#waiting.take(this.#may)
      if (!next) return
      this.#admit(next.lane)
      next.item()
    }
  }
}
