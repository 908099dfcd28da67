/** Counts of what a process did, by metric and outcome. */
export class Outcomes {
  readonly #counts = new Map<string, Map<string, number>>()

  add(metric: string, outcome: string, count = 1): void {
    const own = this.#counts.get(metric) ?? new Map<string, number>()
    this.#counts.set(metric, own.set(outcome, (own.get(outcome) ?? 0) + count))
  }

  of(metric: string): ReadonlyMap<string, number> {
    return this.#counts.get(metric) ?? new Map()
  }
}
