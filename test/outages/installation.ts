import { setTimeout as pause } from 'node:timers/promises'
import { assert, freePort, RealServer } from '#test'
import { type Account, Client } from './client.ts'
import { NatsServer } from './nats-server.ts'
import { Network } from './network.ts'
import { PgBouncer } from './pgbouncer.ts'
import { PostgresServer } from './postgres.ts'

export interface Health {
  status: number
  nats?: 'connected' | 'partly' | 'disconnected'
  replicas?: { there: number; of: number }
}

export const whole: Health = { status: 200, nats: 'connected', replicas: { there: 1, of: 1 } }

/** Fewer than the processes behind PgBouncer would open. */
const pooledSessions = 6

type Close = () => unknown

/**
 * Four processes, two behind PgBouncer; a PostgreSQL primary, a synchronous standby, and a read replica; and three NATS
 * servers.
 */
export class Installation {
  primary!: PostgresServer
  standby!: PostgresServer
  replica!: PostgresServer
  bouncer!: PgBouncer
  nats: readonly NatsServer[] = []
  pooled: readonly RealServer[] = []
  direct: readonly RealServer[] = []
  account!: Account
  /** Stable addresses, whichever server is behind them: of primary and standby, and of the replica. */
  readonly #networks = new Map<PostgresServer, Network>()
  readonly #closing: Close[] = []

  static async with(run: (installation: Installation) => Promise<void>): Promise<void> {
    const installation = new Installation()
    try {
      await installation.#start()
      await run(installation)
      for (const server of installation.processes) assert.equal(await server.end('SIGTERM'), 0)
    } finally {
      for (const close of installation.#closing.reverse()) await close()
    }
  }

  get processes(): readonly RealServer[] {
    return [...this.pooled, ...this.direct]
  }

  async #start(): Promise<void> {
    this.#closing.push(() => Promise.all([this.primary, this.standby, this.replica].map((one) => one?.dispose())))
    this.primary = await PostgresServer.create()
    this.standby = await PostgresServer.synchronousStandby(this.primary)
    this.replica = await PostgresServer.standby(this.primary)
    for (const server of [this.primary, this.standby, this.replica]) {
      const network = await Network.start(await freePort(), server.port)
      this.#networks.set(server, network)
      this.#closing.push(() => network.close())
    }
    this.bouncer = await PgBouncer.create(this.primary, pooledSessions)
    this.#closing.push(() => this.bouncer.dispose())
    this.nats = await NatsServer.cluster(3)
    this.#closing.push(() => Promise.all(this.nats.map((one) => one.end())))
    const both = `postgres://chat@${this.#address(this.primary)},${this.#address(this.standby)}/chat`
    const past = { LOQUAT_DATABASE_URL: this.bouncer.url, LOQUAT_DATABASE_SESSION_URL: both }
    this.pooled = [await this.#prepare(past), await this.#prepare(past)]
    this.direct = [
      await this.#prepare({ LOQUAT_DATABASE_URL: both }),
      await this.#prepare({ LOQUAT_DATABASE_URL: both }),
    ]
    this.account = await (this.processes[0] as RealServer).createOrganization()
    for (const server of this.processes) await server.start()
  }

  async #prepare(more: Record<string, string>): Promise<RealServer> {
    const server = await RealServer.prepare({ isPlain: true })
    this.#closing.push(() => server.dispose())
    Object.assign(server.environment, {
      ...more,
      LOQUAT_DATABASE_READ_URL: `postgres://chat@${this.#address(this.replica)}/chat`,
      LOQUAT_DATABASE_CONNECTIONS: '8',
      LOQUAT_DATABASE_STATEMENT_SECONDS: '3',
      LOQUAT_NATS_URL: this.nats.map(({ url }) => url).join(','),
      LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
    })
    return server
  }

  #address(server: PostgresServer): string {
    return `127.0.0.1:${this.#networks.get(server)?.port}`
  }

  /** Waits until a process reports this health. */
  async says(server: RealServer, wanted: Partial<Health>): Promise<void> {
    for (;;) {
      const answer = await fetch(`${server.url}/health`).catch(() => undefined)
      if (answer) {
        const said = { ...((await answer.json()) as Health), status: answer.status }
        if (Object.entries(wanted).every(([key, value]) => isSame(said[key as keyof Health], value))) return
      }
      await pause(50)
    }
  }

  /** Waits until every process is fully healthy and accepts a message. */
  async isWhole(): Promise<void> {
    for (const server of this.processes) {
      await this.says(server, whole)
      await this.takesMessages(server)
    }
  }

  async takesMessages(server: RealServer): Promise<void> {
    const client = new Client([server], this.account)
    const message = { type: 'direct', to: `[${this.account.userId}]`, content: 'Do you hear me?' }
    for (;;) {
      const { status, body } = await client.call('POST', '/messages', message)
      if (status === 200) return
      assert.equal(status, 503, JSON.stringify(body))
      await pause(50)
    }
  }

  async counts(server: RealServer, name: string): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const line = text.split('\n').find((one) => one.startsWith(`${name} `))
    assert.ok(line, `${name} is among the metrics`)
    return Number(line.slice(name.length))
  }

  /** Promotes the standby; the primary is lost for good. */
  async promote(): Promise<void> {
    await this.standby.promote()
    await this.bouncer.leadTo(this.standby)
  }

  /** After a promotion: the lost server and the replica are rebuilt and follow the new primary. */
  async rebuild(): Promise<void> {
    const former = this.primary
    this.primary = this.standby
    this.standby = await this.#replace(former, PostgresServer.synchronousStandby)
    this.replica = await this.#replace(this.replica, PostgresServer.standby)
  }

  async #replace(
    former: PostgresServer,
    make: (of: PostgresServer) => Promise<PostgresServer>,
  ): Promise<PostgresServer> {
    const network = this.#networks.get(former) as Network
    await former.dispose()
    const server = await make(this.primary)
    this.#networks.delete(former)
    this.#networks.set(server, network)
    await network.switchTo(server.port)
    return server
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
