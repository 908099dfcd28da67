import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Listening } from '../driver.ts'

const againMs = 250
/** Interval and time limit for checking an otherwise idle connection. */
const tryMs = 2_000

/** A connection that listens for NOTIFY on a channel and reconnects when it's lost. */
export class Listener {
  readonly #find: () => Promise<pg.ClientConfig>
  readonly #channel: string
  readonly #told: Listening
  readonly #closing = new AbortController()
  readonly #running: Promise<void>

  #renewal = new AbortController()

  constructor(find: () => Promise<pg.ClientConfig>, channel: string, told: Listening) {
    this.#find = find
    this.#channel = channel
    this.#told = told
    this.#running = this.#run()
  }

  /** Reconnects, because another server is now the primary. */
  renew(): void {
    this.#renewal.abort(new Error('another server is in charge'))
    this.#renewal = new AbortController()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    let isKnownLost = false
    while (!signal.aborted) {
      await this.#listen(() => {
        isKnownLost = false
        this.#told.listening()
      }).catch((error: unknown) => {
        // report an outage once
        if (!isKnownLost && !signal.aborted) this.#told.lost(error)
        isKnownLost = true
      })
      await sleep(againMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  async #listen(listening: () => void): Promise<void> {
    const signal = AbortSignal.any([this.#closing.signal, this.#renewal.signal])
    const client = new pg.Client(await this.#find())
    signal.throwIfAborted()
    let closing = () => {}
    const lost = new Promise<never>((_resolve, reject) => {
      closing = () => reject(signal.reason)
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection has ended')))
    })
    signal.addEventListener('abort', closing)
    lost.catch(() => {})
    client.on('notification', ({ payload }) => this.#told.heard(payload ?? ''))
    try {
      await Promise.race([client.connect(), lost])
      await this.#answered(client.query(`listen ${pg.escapeIdentifier(this.#channel)}`), lost)
      listening()
      for (;;) {
        await Promise.race([sleep(tryMs, undefined, { ref: false }), lost])
        await this.#answered(client.query('select 1'), lost)
      }
    } finally {
      signal.removeEventListener('abort', closing)
      client.connection.stream.destroy()
    }
  }

  async #answered(answer: Promise<unknown>, lost: Promise<never>): Promise<void> {
    answer.catch(() => {})
    const late = new AbortController()
    const tooLate = sleep(2 * tryMs, undefined, { signal: late.signal, ref: false }).then(() => {
      throw new Error('the connection does not answer')
    })
    tooLate.catch(() => {})
    try {
      await Promise.race([answer, lost, tooLate])
    } finally {
      late.abort()
    }
  }
}
