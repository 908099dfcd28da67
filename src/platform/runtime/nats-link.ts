import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions, NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Config } from '#platform/config'
import { natsAccess } from './nats-access.ts'

/** Reconnect delay, and the maximum wait for a subscription when an organization is opened. */
const againMs = 250
const patienceMs = 250
/** Connection timeout per server. */
const connectMs = 5_000
/** A connection that misses this many pings is dropped, which takes less than a second. */
const ping = { everyMs: 300, most: 2 }

/** Callbacks of a link. */
export interface Heard {
  /** A message from another process, on a followed subject. */
  word(text: string): void
  /** The link is connected or reconnected; messages sent in between are lost. */
  connected(): void
  /** The link is down and retries until it's closed. Called once per outage. */
  lost(error: unknown): void
  /** A permission or protocol error; the link stays up. */
  refused(error: unknown): void
}

/** A connection to a NATS cluster that reconnects automatically. Its messages may be lost. */
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

  /** Maximum size of a message in bytes. */
  get maxBytes(): number {
    return this.#connection?.info?.max_payload ?? 0
  }

  /** Doesn't wait; the message is dropped if the link is down. */
  say(subject: string, text: string): void {
    if (this.#isConnected) this.#connection?.publish(subject, text)
  }

  /** Resolves once the subscription is active; it's restored after a reconnect. */
  async follow(subject: string): Promise<void> {
    if (this.#subjects.has(subject)) return
    this.#subjects.set(subject, this.#subscribe(subject))
    if (this.#isConnected) await Promise.race([this.#connection?.flush(), sleep(patienceMs, undefined, { ref: false })])
  }

  leave(subject: string): void {
    this.#subjects.get(subject)?.unsubscribe()
    this.#subjects.delete(subject)
  }

  /** Resolves when sent messages have left, if the link is up. */
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

  /** Resolves when the connection is lost for good. */
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

  /** A connection is used only after a ping was answered, so that one slower than the ping limit never is. */
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
