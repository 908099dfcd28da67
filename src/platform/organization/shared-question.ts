/**
 * Shares a query. perf: callers join the next one, because the running one may have been answered before what they
 * were told.
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
