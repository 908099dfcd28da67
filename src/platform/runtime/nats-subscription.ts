/** How often a process says by NATS that it is there, and after how long a silence what it says is taken not to come. */
const sayMs = 300
const silenceMs = 900
/** A process that was not noticed for so long by any way is gone. */
const goneMs = 5_000

interface HearingOptions {
  /** Says by NATS that this process is there. */
  say(): void
  /** When each of the other processes was last noticed by another way than NATS. */
  noticed(): ReadonlyMap<string, number>
  /** Some that are there are not heard any more, or all are. */
  changed(isPartly: boolean): void
}

/**
 * Whether what other processes say by NATS comes here. A connection alone does not tell: the servers of a cluster may have lost
 * each other, and a process may have been started without NATS or with another subject.
 */
export class NatsHearing {
  readonly #options: HearingOptions
  readonly #lastReceivedAt = new Map<string, number>()
  /** Since when those are known that were not heard yet. */
  readonly #knownSince = new Map<string, number>()
  readonly #repeating: NodeJS.Timeout
  #isPartly = false
  #lookedAt = performance.now()

  constructor(options: HearingOptions) {
    this.#options = options
    this.#repeating = setInterval(() => this.#look(), sayMs).unref()
  }

  get isPartly(): boolean {
    return this.#isPartly
  }

  /** Another process has said that it is there. */
  heard(id: string): void {
    this.#lastReceivedAt.set(id, performance.now())
  }

  /** The connection is new: whoever is there has time again until it is heard. */
  begin(): void {
    this.#lastReceivedAt.clear()
    this.#knownSince.clear()
  }

  close(): void {
    clearInterval(this.#repeating)
  }

  #look(): void {
    this.#options.say()
    const now = performance.now()
    const isLate = now - this.#lookedAt > 2 * sayMs
    this.#lookedAt = now
    // what others have said meanwhile waits to be read
    if (isLate) return
    const noticed = [...this.#options.noticed()].filter(([, at]) => now - at < goneMs)
    const there = new Set(noticed.map(([id]) => id))
    for (const known of [this.#lastReceivedAt, this.#knownSince])
      for (const id of known.keys()) if (!there.has(id)) known.delete(id)
    const isPartly = noticed.map(([id, at]) => at - this.#lastHeard(id, now)).some((silence) => silence > silenceMs)
    if (isPartly === this.#isPartly) return
    this.#isPartly = isPartly
    this.#options.changed(isPartly)
  }

  #lastHeard(id: string, now: number): number {
    const lastReceivedAt = this.#lastReceivedAt.get(id)
    if (lastReceivedAt !== undefined) return lastReceivedAt
    if (!this.#knownSince.has(id)) this.#knownSince.set(id, now)
    return this.#knownSince.get(id) as number
  }
}
