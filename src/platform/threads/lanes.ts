import { Turns } from '#platform/turns'

/** How long somebody whose text was too slow stands back behind the others. */
const mistrustMs = 60_000

/**
 * Whose text is next: lanes take turns, and a lane has one text under way at most. Whoever had a text that was too slow
 * uses one thread only, and no thread that others wait for.
 */
export class Lanes<T> {
  readonly #waiting = new Turns<T>()
  readonly #busy = new Set<string>()
  readonly #mistrusted = new Map<string, number>()

  add(lane: string, item: T): void {
    this.#waiting.add(lane, item)
  }

  /** The next item; its lane is busy until it is {@link done}. */
  next(forAnybody: boolean): { lane: string; item: T } | undefined {
    const isFree = (lane: string) => !this.#busy.has(lane)
    const next =
      this.#waiting.take({ lane: (lane) => isFree(lane) && !this.#isMistrusted(lane) }) ??
      (forAnybody ? this.#waiting.take({ lane: isFree }) : undefined)
    if (next) this.#busy.add(next.lane)
    return next
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
