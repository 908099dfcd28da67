import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Config } from '#platform/config'
import { natsAccess } from './nats-access.ts'

/** How often a connection is tried, and how long whoever opens an organization waits for a subscription at most. */
const againMs = 250
const patienceMs = 250
/** How long a server may take until a connection is there; the next one is tried then. */
const connectMs = 5_000
/** A connection that does not answer so many of these until the next is due is given up: within a second. */
const ping = { everyMs: 300, most: 2 }

/** What whoever uses a link hears. */
export interface Heard {
  /** What somebody else has said, on a subject that is followed. */
  word(text: string): void
  /** The link is there, for the first time or again: what was said meanwhile is lost. */
  connected(): void
  /** The link is gone; it is tried again until it is closed. Told once for each outage. */
  lost(error: unknown): void
  /** Something is not permitted, or was not understood; the link stays. */
  refused(error: unknown): void
}

/** A connection to a NATS cluster that is made anew whenever it is lost; it carries what nobody misses for good. */
export class NatsLink {
  readonly #options: Promise<ConnectionOptions>
  readonly #heard: Heard
  readonly #subjects = new Map<string, Subscription | undefined>()
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #connection: NatsConnection | undefined
  #isConnected = false
  #isKnownLost = false

  constructor(config: Config, heard: Heard) {
    this.#options = optionsOf(config)
    this.#heard = heard
    this.#running = this.#run()
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** Bytes that one word may have. */
  get maxBytes(): number {
    return this.#connection?.info?.max_payload ?? 0
  }

  /** Without waiting; lost where the link is not there. */
  say(subject: string, text: string): void {
    if (this.#isConnected) this.#connection?.publish(subject, text)
  }

  /** Everything on the subject is heard from when this resolves, or from when the link is there again. */
  async follow(subject: string): Promise<void> {
    if (this.#subjects.has(subject)) return
    this.#subjects.set(subject, this.#subscribe(subject))
    if (this.#isConnected) await Promise.race([this.#connection?.flush(), sleep(patienceMs, undefined, { ref: false })])
  }

  leave(subject: string): void {
    this.#subjects.get(subject)?.unsubscribe()
    this.#subjects.delete(subject)
  }

  /** When what was said is out, as far as the link is there. */
  async settled(): Promise<void> {
    if (this.#isConnected) await Promise.race([this.#connection?.flush(), sleep(patienceMs, undefined, { ref: false })])
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connection?.close()
    await this.#running
  }

  #subscribe(subject: string): Subscription | undefined {
    return this.#connection?.subscribe(subject, {
      callback: (error, message) => (error ? this.#lose(error) : this.#heard.word(message.string())),
    })
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#live().catch((error: unknown) => this.#lose(error))
      await sleep(againMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Ends when the connection has given up. */
  async #live(): Promise<void> {
    const { connect } = await import('@nats-io/transport-node')
    const connection = await connect(await this.#options)
    this.#connection = connection
    if (this.#closing.signal.aborted) return connection.close()
    for (const subject of this.#subjects.keys()) this.#subjects.set(subject, this.#subscribe(subject))
    this.#gain()
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') this.#lose(new Error(status.type))
      else if (status.type === 'reconnect') this.#gain()
      else if (status.type === 'error') this.#heard.refused(status.error)
    }
    const reason = await connection.closed()
    this.#lose(reason ?? new Error('closed'))
  }

  /** Only what has answered is used: one that is slower than pings allow is lost before it ever is. */
  #gain(): void {
    void this.#connection?.flush().then(
      () => {
        this.#isConnected = true
        this.#isKnownLost = false
        this.#heard.connected()
      },
      () => {},
    )
  }

  #lose(error: unknown): void {
    this.#isConnected = false
    if (!this.#isKnownLost && !this.#closing.signal.aborted) this.#heard.lost(error)
    this.#isKnownLost = true
  }
}

async function optionsOf(config: Config): Promise<ConnectionOptions> {
  return {
    ...(await natsAccess(config)),
    name: 'loquat',
    timeout: connectMs,
    noEcho: true,
    reconnect: true,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    reconnectTimeWait: againMs,
    reconnectJitter: againMs / 2,
    pingInterval: ping.everyMs,
    maxPingOut: ping.most,
  }
}
