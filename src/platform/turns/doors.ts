import { Turns } from './turns.ts'

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
