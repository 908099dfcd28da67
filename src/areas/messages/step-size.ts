/** How long a step should hold the organization's writer, and an embedded database: others wait for one or two. */
const goalMs = 50
/** From one step to the next: one that took long for another reason says little. */
const mostChange = 2

interface Bounds {
  readonly first: number
  /** With fewer a step takes hardly less time. */
  readonly least: number
  readonly most: number
}

/**
 * How many messages, or whatever it is about, go in one act of a work that takes several, between which others have their
 * turn: as many as take some time, on whatever machine and beside whatever else. A step that took too long makes the next
 * ones smaller.
 */
export class StepSize {
  readonly #bounds: Bounds
  readonly #now: () => number
  #count: number
  #begun = 0

  constructor(bounds: Bounds, now = () => performance.now()) {
    this.#count = bounds.first
    this.#bounds = bounds
    this.#now = now
  }

  /** Of the next step. */
  get count(): number {
    return this.#count
  }

  begin(): void {
    this.#begun = this.#now()
  }

  /** After a step of so many as there should be. */
  end(): void {
    const { least, most } = this.#bounds
    const change = goalMs / Math.max(this.#now() - this.#begun, 1)
    const next = Math.round(this.#count * Math.min(Math.max(change, 1 / mostChange), mostChange))
    this.#count = Math.min(Math.max(next, least), most)
  }
}
