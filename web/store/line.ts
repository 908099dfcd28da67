/** Does one thing after another; at once, while nothing waits. What fails holds up nobody. */
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
