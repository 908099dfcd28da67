/** Heartbeat interval; after a silence of several of them, a process counts as not heard. */
const sayMs = 300
const silenceMs = 900
/** A process that wasn't noticed on any path for this long is gone. */
const goneMs = 5_000

interface HearingOptions {
  /** Sends this process's heartbeat. */
  say(): void
  /** When each other process was last noticed on another path than NATS. */
  noticed(): ReadonlyMap<string, number>
  /** Some or all live processes are no longer heard. */
  changed(isPartly: boolean): void
}

/**
 * Checks that other processes' messages arrive through NATS. A connection alone doesn't prove it: the cluster may be
 * split, or a process may run without NATS or with another subject.
 */
export class NatsHearing {
  readonly #options: HearingOptions
  readonly #lastReceivedAt = new Map<string, number>()
  /** Processes that haven't been heard yet, and since when they're known. */
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

  /** Records another process's heartbeat. */
  heard(id: string): void {
    this.#lastReceivedAt.set(id, performance.now())
  }

  /** After a reconnect, all processes get a grace period again. */
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
    // the event loop was blocked, so heartbeats may be waiting to be read
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
