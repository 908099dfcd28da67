interface Histogram {
  /** How many were at most as long as each of its buckets, in their order. */
  readonly upTo: number[]
  count: number
  sum: number
}

/** Duration histograms of this process, by metric, in seconds. */
export class Durations {
  readonly #buckets: ReadonlyMap<string, readonly number[]>
  readonly #histograms = new Map<string, Histogram>()

  constructor(declared: readonly { readonly metric: string; readonly buckets: readonly number[] }[]) {
    this.#buckets = new Map(declared.map(({ metric, buckets }) => [metric, buckets]))
  }

  observe(metric: string, seconds: number): void {
    const buckets = this.#buckets.get(metric)
    if (!buckets) throw new Error(`${metric} isn't declared`)
    const own = this.of(metric)
    for (const [index, most] of buckets.entries()) if (seconds <= most) own.upTo[index] = (own.upTo[index] ?? 0) + 1
    own.count += 1
    own.sum += seconds
    this.#histograms.set(metric, own)
  }

  of(metric: string): Histogram {
    const empty = { upTo: (this.#buckets.get(metric) ?? []).map(() => 0), count: 0, sum: 0 }
    return this.#histograms.get(metric) ?? empty
  }
}
