import { Doors } from '#platform/turns'

/** How much may be under way at once: in all, and of one lane. */
const most = { most: 32, mostOfOne: 4 }

/** Runs work in turns, some at once; what is slow holds up only others of the same lane. */
export class Lanes {
  readonly #doors = new Doors(most)
  readonly #known = new Set<number>()
  #idle: (() => void)[] = []

  /** Nothing when work of that id waits or runs already. */
  add(id: number, lane: string, run: () => Promise<void>): void {
    if (this.#known.has(id)) return
    this.#known.add(id)
    void this.#doors.through(lane, run).finally(() => {
      this.#known.delete(id)
      if (this.#known.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
    })
  }

  idle(): Promise<void> {
    if (this.#known.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}
