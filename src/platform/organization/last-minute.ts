const windowMs = 60_000
const slots = 12
const slotMs = windowMs / slots

/** Counts by name in the last minute: a window that slides in steps of five seconds. */
export class LastMinute {
  readonly #now: () => number
  readonly #slots: { readonly number: number; readonly counts: Map<string, number> }[] = []

  /** `now` returns milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  add(name: string): void {
    this.#forget()
    const number = Math.floor(this.#now() / slotMs)
    let slot = this.#slots.at(-1)
    if (slot?.number !== number) {
      slot = { number, counts: new Map() }
      this.#slots.push(slot)
    }
    slot.counts.set(name, (slot.counts.get(name) ?? 0) + 1)
  }

  count(name: string): number {
    this.#forget()
    return this.#slots.reduce((sum, { counts }) => sum + (counts.get(name) ?? 0), 0)
  }

  /** Milliseconds until the count drops below `most`; 0 if it already has. */
  waitMs(name: string, most: number): number {
    let left = this.count(name)
    let waitMs = 0
    for (const { number, counts } of this.#slots) {
      if (left < most) break
      left -= counts.get(name) ?? 0
      waitMs = (number + slots) * slotMs - this.#now()
    }
    return Math.max(0, waitMs)
  }

  #forget(): void {
    const oldest = this.#now() / slotMs - slots
    while (this.#slots[0] && this.#slots[0].number <= oldest) this.#slots.shift()
  }
}
