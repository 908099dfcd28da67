/**
 * Shares a query among callers. perf: while one is under way, all who come share the next, because the one under way
 * may have been answered already, before what they were told.
 */
export class SharedQuestion<T> {
  readonly #put: () => Promise<T>
  #now: Promise<T> | undefined
  #next: Promise<T> | undefined

  constructor(put: () => Promise<T>) {
    this.#put = put
  }

  ask(): Promise<T> {
    if (this.#now) {
      this.#next ??= this.#now
        .catch(() => {})
        .then(() => {
          this.#next = undefined
          return this.ask()
        })
      return this.#next
    }
    const now = this.#put().finally(() => {
      this.#now = undefined
    })
    this.#now = now
    return now
  }
}
