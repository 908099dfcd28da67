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
