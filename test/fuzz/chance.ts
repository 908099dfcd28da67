/**
 * Everything random comes from a seed, so that the suite tries the same things each time. `npm run explore` sets these
 * two: another seed, and for how long to go on.
 */
export const exploration = {
  seed: Number(process.env.LOQUAT_EXPLORE_SEED ?? 0),
  seconds: Number(process.env.LOQUAT_EXPLORE_SECONDS ?? 0),
}

/** Draws from a seed. */
export class Chance {
  #state: number
  /** How likely what may be left out is left out. */
  sparseness = 0.5

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** From 0 to 1: a step of mulberry32. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(count: number): number {
    return Math.floor(this.share() * count)
  }

  happens(share: number): boolean {
    return this.share() < share
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  shuffled<T>(items: readonly T[]): T[] {
    const all = [...items]
    for (let at = all.length - 1; at > 0; at--) {
      const other = this.below(at + 1)
      ;[all[at], all[other]] = [all[other] as T, all[at] as T]
    }
    return all
  }
}
