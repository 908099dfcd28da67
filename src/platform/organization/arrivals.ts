/** Whoever waits until memory has come to a position of the log. */
export class Arrivals {
  readonly #waiting = new Set<{ position: number; resolve: (arrived: boolean) => void }>()

  /** Answers whether that was within the time. */
  async wait(position: number, maxMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const one = {
        position,
        resolve: (arrived: boolean) => {
          clearTimeout(late)
          this.#waiting.delete(one)
          resolve(arrived)
        },
      }
      const late = setTimeout(() => one.resolve(false), maxMs)
      this.#waiting.add(one)
    })
  }

  reached(position: number): void {
    for (const one of this.#waiting) if (one.position <= position) one.resolve(true)
  }
}
