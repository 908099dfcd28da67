type Failed = (name: string, error: unknown) => void

/** What the process does beside answering requests; each thing once at a time, by its name. */
export class Background {
  readonly #timers: NodeJS.Timeout[] = []
  readonly #running = new Map<string, Promise<unknown>>()

  /** Begins it now, unless it runs; `failed` hears of an error. */
  run(name: string, work: () => Promise<unknown>, failed: Failed): void {
    if (this.#running.has(name)) return
    const running = work()
      .catch((error: unknown) => failed(name, error))
      .finally(() => this.#running.delete(name))
    this.#running.set(name, running)
  }

  /** Begins it again and again. */
  repeat(name: string, everySecs: number, work: () => Promise<unknown>, failed: Failed): void {
    this.#timers.push(setInterval(() => this.run(name, work, failed), everySecs * 1000).unref())
  }

  /** Begins nothing any more; ends when what is under way has ended. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#running.values())
  }
}
