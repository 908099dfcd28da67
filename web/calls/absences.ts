import { lostMs } from './call-transport.ts'

/** The sessions without a connection. One that's missing for long counts as lost until it's connected again. */
export class Absences {
  readonly #onLost: (sessionId: string) => void
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #lost = new Set<string>()
  /** They've left the call; the connection may tell so later. */
  readonly #departed = new Set<string>()

  constructor(onLost: (sessionId: string) => void) {
    this.#onLost = onLost
  }

  /** Those that aren't lost yet. */
  get ids(): string[] {
    return [...this.#timers.keys()]
  }

  /** Returns whether it's missing, but not lost and not gone for good. */
  begin(sessionId: string): boolean {
    if (this.#lost.has(sessionId) || this.#departed.has(sessionId)) return false
    if (this.#timers.has(sessionId)) return true
    const lose = () => {
      this.#timers.delete(sessionId)
      this.#lost.add(sessionId)
      this.#onLost(sessionId)
    }
    this.#timers.set(sessionId, setTimeout(lose, lostMs))
    return true
  }

  /** It's connected. */
  end(sessionId: string): void {
    this.#forget(sessionId)
    this.#departed.delete(sessionId)
  }

  /** It has left the call. */
  depart(sessionId: string): void {
    this.#forget(sessionId)
    this.#departed.add(sessionId)
  }

  #forget(sessionId: string): void {
    clearTimeout(this.#timers.get(sessionId))
    this.#timers.delete(sessionId)
    this.#lost.delete(sessionId)
  }

  clear(): void {
    for (const id of [...this.#timers.keys()]) this.#forget(id)
    this.#lost.clear()
  }
}
