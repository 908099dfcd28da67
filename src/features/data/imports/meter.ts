export class Meter {
  #done = 0
  #total = 0
  readonly #moved: () => void

  constructor(moved: () => void = () => {}) {
    this.#moved = moved
  }

  begin(total: number): void {
    this.#total = total
    this.#done = 0
    this.#moved()
  }

  took(bytes: number): void {
    this.#done += bytes
    this.#moved()
  }

  /** Between 0 and 1. */
  get share(): number {
    return this.#total === 0 ? 0 : Math.min(1, this.#done / this.#total)
  }

  async *counting<T extends Uint8Array>(chunks: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const chunk of chunks) {
      this.took(chunk.length)
      yield chunk
    }
  }
}
