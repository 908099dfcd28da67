/** Attempts to join calls, one at a time. */
export class Attempts {
  #current: { readonly done: Promise<void>; readonly callId: number | undefined } | undefined
  #chosen: number | undefined

  /** Does nothing while another attempt is in progress. `callId` is undefined for a call that's being started. */
  async run(work: () => Promise<void>, callId?: number): Promise<void> {
    if (this.#current) return this.#current.done
    const done = work().finally(() => {
      this.#current = undefined
    })
    this.#current = { done, callId }
    await done
  }

  /** Joins a call after the attempt in progress, unless that's for the same call, or the user has chosen another one since. */
  async join(callId: number, work: () => Promise<void>): Promise<void> {
    this.#chosen = callId
    if (this.#current?.callId === callId) return
    while (this.#current) await this.#current.done.catch(() => {})
    if (this.#chosen === callId) await this.run(work, callId)
  }
}
