import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'

const resolutionMs = 20
const name = 'loquat_event_loop_delay_seconds'
const help = 'How late the event loop was, measured every 20 ms.'
/** Seconds. */
const pauseBuckets = [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]

/** Measured pauses: how many there are, their sum in nanoseconds, and how many are at most as long as a time. */
interface Pauses {
  readonly count: number
  readonly sum: number
  upTo(nanoseconds: number): number
}

/** Cumulative counts, so that any number of scrapers can read them. */
class PauseHistogram {
  readonly #upTo = pauseBuckets.map(() => 0)
  #count = 0
  #sum = 0

  add({ count, sum, upTo }: Pauses): void {
    // a measured pause includes the interval
    for (const [index, seconds] of pauseBuckets.entries())
      (this.#upTo[index] as number) += upTo(seconds * 1e9 + resolutionMs * 1e6)
    this.#count += count
    this.#sum += Math.max(0, sum / 1e9 - (count * resolutionMs) / 1e3)
  }

  values(): { metricName: string; labels: Record<string, string | number>; value: number }[] {
    const buckets = this.#upTo.map((value, index) => ({ le: pauseBuckets[index] as number, value }))
    return [
      ...[...buckets, { le: '+Inf', value: this.#count }].map(({ le, value }) => ({
        metricName: `${name}_bucket`,
        labels: { le },
        value,
      })),
      { metricName: `${name}_sum`, labels: {}, value: this.#sum },
      { metricName: `${name}_count`, labels: {}, value: this.#count },
    ]
  }
}

/** Measures event loop delays from now on; returns a function that stops it. */
export function addPauses(register: Registry): () => void {
  const measured = monitorEventLoopDelay({ resolution: resolutionMs })
  measured.enable()
  const histogram = new PauseHistogram()
  const drain = () => {
    const { count } = measured
    if (count > 0)
      histogram.add({ count, sum: measured.mean * count, upTo: (most) => countUpTo(measured, count, most) })
    measured.reset()
    return histogram.values()
  }
  const metric = { name, help, type: 'histogram', aggregator: 'sum' }
  register.registerMetric({ ...metric, get: async () => ({ ...metric, values: drain() }) } as never)
  return () => void measured.disable()
}

/** Node's histogram has no counts, but a percentile for each share of them. */
function countUpTo(measured: { percentile(share: number): number }, count: number, most: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (measured.percentile(Math.min(100, (100 * middle) / count)) <= most) low = middle
    else high = middle - 1
  }
  return low
}
