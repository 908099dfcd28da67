/** A key to talk is often pressed again within this time. */
const laterMs = 1_000

/** Tells the server whether something is on: one request at a time, and only the latest state counts. */
export class LatestReport {
  readonly #send: (isOn: boolean) => Promise<unknown>
  #wanted: boolean | undefined
  #told: boolean | undefined
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (isOn: boolean) => Promise<unknown>) {
    this.#send = send
  }

  /** Resolves when the server knows the latest state; rejects if it refuses that. */
  tell(isOn: boolean): Promise<void> {
    this.cancel()
    this.#wanted = isOn
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Unless the state changes again within a second. */
  tellLater(isOn: boolean): void {
    this.cancel()
    this.#timer = setTimeout(() => void this.tell(isOn).catch(() => {}), laterMs)
  }

  cancel(): void {
    clearTimeout(this.#timer)
  }

  async #run(): Promise<void> {
    while (this.#wanted !== this.#told) {
      const next = this.#wanted as boolean
      try {
        await this.#send(next)
        this.#told = next
      } catch (problem) {
        this.#told = undefined
        if (this.#wanted === next) throw problem
      }
    }
  }
}
