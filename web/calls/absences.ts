import { lostMs } from './call-transport.ts'

/** Sessions without a connection. After a while, they count as lost until they connect again. */
export class Absences {
  readonly #onLost: (sessionId: string) => void
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #lost = new Set<string>()
  /** They left the call. LiveKit may report that later. */
  readonly #departed = new Set<string>()

  constructor(onLost: (sessionId: string) => void) {
    this.#onLost = onLost
  }

  /** Without lost ones. */
  get ids(): string[] {
    return [...this.#timers.keys()]
  }

  /** Returns false for sessions that are lost or have left. */
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

  end(sessionId: string): void {
    this.#forget(sessionId)
    this.#departed.delete(sessionId)
  }

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
    for (const id of this.ids) this.#forget(id)
    this.#lost.clear()
  }
}
