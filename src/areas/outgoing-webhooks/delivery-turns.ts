import type { UserId } from '#contract'

interface Work {
  readonly id: number
  readonly owner: UserId
  run(): Promise<void>
}

/** How much may be under way at once: in all, and for one owner of the work. */
const most = { all: 32, each: 4 }

/** Runs work in the order in which it came, some at once; what is slow holds up only others of the same owner. */
export class Lanes {
  #waiting: Work[] = []
  readonly #known = new Set<number>()
  readonly #busy = new Map<UserId, number>()
  #running = 0
  #idle: (() => void)[] = []

  /** Nothing when work of that id waits or runs already. */
  add(id: number, owner: UserId, run: () => Promise<void>): void {
    if (this.#known.has(id)) return
    this.#known.add(id)
    this.#waiting.push({ id, owner, run })
    this.#next()
  }

  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #next(): void {
    const stay: Work[] = []
    for (const work of this.#waiting) {
      const busy = this.#busy.get(work.owner) ?? 0
      if (this.#running >= most.all || busy >= most.each) stay.push(work)
      else this.#start(work, busy)
    }
    this.#waiting = stay
  }

  #start({ id, owner, run }: Work, busy: number): void {
    this.#running++
    this.#busy.set(owner, busy + 1)
    void run().finally(() => {
      this.#running--
      this.#known.delete(id)
      const left = (this.#busy.get(owner) ?? 1) - 1
      if (left > 0) this.#busy.set(owner, left)
      else this.#busy.delete(owner)
      this.#next()
      if (this.#running === 0) for (const resolve of this.#idle.splice(0)) resolve()
    })
  }
}
