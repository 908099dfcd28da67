const minuteMs = 60_000
const hourMs = 60 * minuteMs
const recentMinutes = 10
const dayHours = 24

/** In-memory counts per minute and per hour, for the last ten minutes and the last day. */
export class Rate {
  readonly #minutes = new Map<number, number>()
  readonly #hours = new Map<number, number>()
  readonly #seen = new Set<number>()
  #minute = 0

  /** `by`: counts the same value only once per minute, to keep one person from looking like a raid. */
  record(nowMs: number, by?: number): void {
    const minute = Math.floor(nowMs / minuteMs)
    if (minute !== this.#minute) this.#seen.clear()
    this.#minute = minute
    if (by !== undefined && this.#seen.has(by)) return
    if (by !== undefined) this.#seen.add(by)
    add(this.#minutes, minute, recentMinutes)
    add(this.#hours, Math.floor(nowMs / hourMs), dayHours)
  }

  /** Count in the last ten minutes. */
  recent(nowMs: number): number {
    return sum(this.#minutes, Math.floor(nowMs / minuteMs) - recentMinutes)
  }

  /** Average count per ten minutes over the previous day. */
  baseline(nowMs: number): number {
    const before = sum(this.#hours, Math.floor(nowMs / hourMs) - dayHours) - this.recent(nowMs)
    return Math.max(0, before) / ((dayHours * hourMs) / (recentMinutes * minuteMs))
  }
}

function add(counts: Map<number, number>, at: number, kept: number): void {
  counts.set(at, (counts.get(at) ?? 0) + 1)
  // also drop future buckets, in case the clock was set back
  for (const one of counts.keys()) if (one < at - kept || one > at) counts.delete(one)
}

const sum = (counts: ReadonlyMap<number, number>, after: number): number =>
  [...counts].reduce((total, [at, count]) => (at > after ? total + count : total), 0)
