import type { Runtime } from '#platform/runtime'
import type { Measurement } from '#platform/serve'

/** perf: these count rows, which takes longer than a scrape should. */
const freshSecs = 5 * 60
const patienceMs = 1_000

/** A feature's measurement in all databases of the process, repeated every five minutes at most, or as often as it says. */
export class Measured {
  readonly #runtime: Runtime
  readonly #measurement: Measurement
  #last: { readonly at: number; readonly values: Promise<ReadonlyMap<string, number>> } | undefined

  constructor(runtime: Runtime, measurement: Measurement) {
    this.#runtime = runtime
    this.#measurement = measurement
  }

  /** Without values if a database doesn't answer. */
  read(): Promise<ReadonlyMap<string, number>> {
    const { everySecs = freshSecs } = this.#measurement
    if (!this.#last || performance.now() - this.#last.at > everySecs * 1_000) {
      const values = this.#measure().catch(() => {
        this.#last = undefined
        return new Map<string, number>()
      })
      this.#last = { at: performance.now(), values }
    }
    return this.#last.values
  }

  async #measure(): Promise<ReadonlyMap<string, number>> {
    const sums = new Map<string, number>()
    for (const { db, now } of this.#runtime.registry.all) {
      if (!(await db.answersWithin(patienceMs))) throw new Error("A database doesn't answer")
      for (const [value, count] of await db.read((tx) => this.#measurement.read(tx, now())))
        sums.set(value, (sums.get(value) ?? 0) + count)
    }
    return sums
  }
}
