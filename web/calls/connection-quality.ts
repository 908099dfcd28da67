import type { LinkReport } from './call-transport.ts'

/** A connection counts as poor above these, and as good again only below the lower ones. */
const poor = { loss: 0.05, rttMs: 400 }
const good = { loss: 0.02, rttMs: 300 }
/** A change has to last this long, so that the sign doesn't flicker. */
const lastsMs = 5_000

/** Judges one direction of a connection from its latest loss and round-trip time. */
export class Gauge {
  #isPoor = false
  #changesSince: number | undefined

  /** Whether it's poor now. */
  take({ loss, rttMs }: { loss: number; rttMs: number }, now: number): boolean {
    const limits = this.#isPoor ? good : poor
    const isPoor = loss > limits.loss || rttMs > limits.rttMs
    if (isPoor === this.#isPoor) this.#changesSince = undefined
    else {
      this.#changesSince ??= now
      if (now - this.#changesSince >= lastsMs) {
        this.#isPoor = isPoor
        this.#changesSince = undefined
      }
    }
    return this.#isPoor
  }
}

/** The part of the packets since the earlier report that got lost. */
export function lossSince(before: LinkReport | undefined, { arrived, lost }: LinkReport): number {
  // a new connection counts from zero
  const since = before && before.arrived <= arrived ? before : { arrived: 0, lost: 0 }
  const gone = Math.max(0, lost - since.lost)
  const all = gone + arrived - since.arrived
  return all > 0 ? gone / all : 0
}

interface Measured {
  /** Sessions that arrive badly. */
  readonly poor: readonly string[]
  /** Whether most others get this side's media badly. */
  readonly isOwnPoor: boolean
}

/** Follows the connections to all other sessions. */
export class Gauges {
  readonly #bySession = new Map<string, { readonly gauge: Gauge; readonly report: LinkReport }>()
  #own = new Gauge()

  take(reports: ReadonlyMap<string, LinkReport>, now: number): Measured {
    for (const id of this.#bySession.keys()) if (!reports.has(id)) this.#bySession.delete(id)
    const poorIds: string[] = []
    let uploads = 0
    for (const [id, report] of reports) {
      const before = this.#bySession.get(id)
      const gauge = before?.gauge ?? new Gauge()
      if (gauge.take({ loss: lossSince(before?.report, report), rttMs: report.rttMs }, now)) poorIds.push(id)
      if (report.uploadLoss > poor.loss || report.isLimited) uploads++
      this.#bySession.set(id, { gauge, report })
    }
    // one bad upload of several is the other side's connection
    const isMost = uploads > 0 && uploads * 2 >= reports.size
    return { poor: poorIds, isOwnPoor: this.#own.take({ loss: isMost ? 1 : 0, rttMs: 0 }, now) }
  }
}
