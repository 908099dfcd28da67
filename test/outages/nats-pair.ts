import { setTimeout as pause } from 'node:timers/promises'
import { RealServer } from '#test'
import type { Health } from './installation.ts'
import { Load } from './load.ts'
import { PostgresServer } from './postgres.ts'
import { writerFirst } from './writer-process.ts'

type Account = Awaited<ReturnType<RealServer['createOrganization']>>

/** Two processes on one database, with NATS between them; `one` is the writer. */
export class Pair {
  readonly postgres: PostgresServer
  readonly one: RealServer
  readonly other: RealServer
  readonly account: Account

  private constructor(postgres: PostgresServer, [one, other]: [RealServer, RealServer], account: Account) {
    this.postgres = postgres
    this.one = one
    this.other = other
    this.account = account
  }

  /** `natsUrls`: of each process, or of both; null for one that uses the database alone. */
  static async start(...natsUrls: [string, (string | null)?]): Promise<Pair> {
    const postgres = await PostgresServer.create()
    const prepare = () => RealServer.prepare({ isPlain: true })
    const both: [RealServer, RealServer] = [await prepare(), await prepare()]
    for (const [index, { environment }] of both.entries())
      Object.assign(environment, {
        LOQUAT_DATABASE_URL: postgres.url('chat', 'chat'),
        LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
        ...(natsUrls[index] === null ? {} : { LOQUAT_NATS_URL: natsUrls[index] ?? natsUrls[0] }),
      })
    const account = await both[0].createOrganization()
    await Promise.all(both.map((server) => server.start()))
    // load the organization in both
    for (const server of both) await new Load(server, account).call('GET', '/users/me')
    return new Pair(postgres, await writerFirst(both, account), account)
  }

  /** People who send to one process, and someone who listens at the other. */
  async load({ size = 0, isBack = false } = {}): Promise<Load> {
    const [at, heardAt] = isBack ? [this.other, this.one] : [this.one, this.other]
    const load = new Load(at, this.account, { size, heardAt })
    await load.start()
    await load.acknowledgedFromNowOn()
    return load
  }

  async state(server: RealServer): Promise<Health['nats']> {
    return ((await (await fetch(`${server.url}/health`)).json()) as Health).nats
  }

  async says(server: RealServer, nats: Health['nats']): Promise<void> {
    while ((await this.state(server)) !== nats) await pause(20)
  }

  /** How many events a process applied from the other, by NATS message and from the log. */
  async followed(server: RealServer): Promise<{ word: number; log: number }> {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const of = (by: string) =>
      Number(new RegExp(`^loquat_events_followed_total\\{by="${by}"\\} (\\d+)$`, 'm').exec(text)?.[1])
    return { word: of('word'), log: of('log') }
  }

  /** Waits until that many more events came by NATS. */
  async hearsByWord(server: RealServer, count = 20): Promise<void> {
    const { word } = await this.followed(server)
    while ((await this.followed(server)).word < word + count) await pause(20)
  }

  async close(): Promise<void> {
    await this.one.dispose()
    await this.other.dispose()
    await this.postgres.dispose()
  }
}
