type Failed = (name: string, error: unknown) => void

/** Background tasks of the process; each runs at most once at a time. */
export class Background {
  readonly #timers: NodeJS.Timeout[] = []
  readonly #running = new Map<string, Promise<unknown>>()

  /** Starts a task unless it's running; `failed` receives its error. */
  run(name: string, work: () => Promise<unknown>, failed: Failed): void {
    if (this.#running.has(name)) return
    const running = work()
      .catch((error: unknown) => failed(name, error))
      .finally(() => this.#running.delete(name))
    this.#running.set(name, running)
  }

  /** Repeats a task. */
  repeat(name: string, everySecs: number, work: () => Promise<unknown>, failed: Failed): void {
    this.#timers.push(setInterval(() => this.run(name, work, failed), everySecs * 1000).unref())
  }

  /** Starts nothing more; resolves when running tasks are done. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#running.values())
  }
}
