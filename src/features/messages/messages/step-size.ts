/** How long a step occupies the organization's writer, and an embedded database: others wait for one or two. */
const goalMs = 50
/** Limits the change per step: one step may be slow for another reason. */
const maxChange = 2

interface Bounds {
  readonly first: number
  /** Smaller steps take hardly less time. */
  readonly least: number
  readonly most: number
}

/** Adapts the items per transaction to a target time, whatever the machine's load, so that other requests run in between. */
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

  get count(): number {
    return this.#count
  }

  begin(): void {
    this.#begun = this.#now()
  }

  end(): void {
    const { least, most } = this.#bounds
    const change = goalMs / Math.max(this.#now() - this.#begun, 1)
    const next = Math.round(this.#count * Math.min(Math.max(change, 1 / maxChange), maxChange))
    this.#count = Math.min(Math.max(next, least), most)
  }
}
