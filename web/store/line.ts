/** Runs tasks one after the other, and the first at once. A failed task doesn't stop the rest. */
export class Line {
  #last: Promise<unknown> | undefined

  add(act: () => unknown): void {
    const done = this.#last ? this.#last.then(act) : act()
    if (!(done instanceof Promise)) return
    const last = done
      .catch(() => {})
      .then(() => {
        if (this.#last === last) this.#last = undefined
      })
    this.#last = last
  }
}
