/** Work that is done one piece after the other, in the order in which it came, however it ends. */
export class Lane {
  #last: Promise<unknown> = Promise.resolve()
  #length = 0

  /** How much is under way or waits. */
  get length(): number {
    return this.#length
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    this.#length++
    const done = this.#last.then(work)
    this.#last = done
      .catch(() => {})
      .finally(() => {
        this.#length--
      })
    return done
  }
}
