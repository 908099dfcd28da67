/** How long somebody whose text was too slow stands back behind the others. */
const mistrustMs = 60_000

/**
 * Whose text is next: everybody has a lane, lanes take turns, and a lane has one text under way at most. Whoever had a
 * text that was too slow uses one thread only, and no thread that others wait for.
 */
export class Lanes<T> {
  readonly #waiting = new Map<string, T[]>()
  readonly #busy = new Set<string>()
  readonly #mistrusted = new Map<string, number>()

  add(lane: string, item: T): void {
    const items = this.#waiting.get(lane)
    if (items) items.push(item)
    else this.#waiting.set(lane, [item])
  }

  /** The next item; its lane is busy until it is {@link done}. */
  next(forAnybody: boolean): { lane: string; item: T } | undefined {
    let found: string | undefined
    for (const lane of this.#waiting.keys()) {
      if (this.#busy.has(lane)) continue
      if (!this.#isMistrusted(lane)) {
        found = lane
        break
      }
      if (forAnybody) found ??= lane
    }
    const items = found === undefined ? undefined : this.#waiting.get(found)
    const item = items?.shift()
    if (found === undefined || items === undefined || item === undefined) return undefined
    // behind the others
    this.#waiting.delete(found)
    if (items.length > 0) this.#waiting.set(found, items)
    this.#busy.add(found)
    return { lane: found, item }
  }

  done(lane: string): void {
    this.#busy.delete(lane)
  }

  mistrust(lane: string): void {
    const now = performance.now()
    for (const [other, until] of this.#mistrusted) if (until < now) this.#mistrusted.delete(other)
    this.#mistrusted.set(lane, now + mistrustMs)
  }

  #isMistrusted(lane: string): boolean {
    return (this.#mistrusted.get(lane) ?? 0) > performance.now()
  }
}
