/** Draws from a source of numbers from 0 to 1, such as `chance` in the harness. */
export class Chance {
  readonly #draw: () => number
  /** How likely an optional value is left out. */
  sparseness = 0.5

  constructor(draw: () => number) {
    this.#draw = draw
  }

  share(): number {
    return this.#draw()
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
