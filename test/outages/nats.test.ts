import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { assert, RealServer } from '#test'
import { Load } from './load.ts'
import { NatsServer, natsProgram } from './nats-server.ts'
import { PostgresServer, programs } from './postgres.ts'
import { writerFirst } from './writer-process.ts'

type Account = Awaited<ReturnType<RealServer['createOrganization']>>

/** Two processes on one database, with NATS between them; `one` is the writer. */
class Pair {
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

  static async start(natsUrl: string): Promise<Pair> {
    const postgres = await PostgresServer.create()
    const prepare = () => RealServer.prepare({ isPlain: true })
    const both: [RealServer, RealServer] = [await prepare(), await prepare()]
    for (const { environment } of both)
      Object.assign(environment, {
        LOQUAT_DATABASE_URL: postgres.url('chat', 'chat'),
        LOQUAT_NATS_URL: natsUrl,
        LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
      })
    const account = await both[0].createOrganization()
    await Promise.all(both.map((server) => server.start()))
    // both have the organization in memory
    for (const server of both) await new Load(server, account).call('GET', '/users/me')
    return new Pair(postgres, await writerFirst(both, account), account)
  }

  /** People who send to one process, and somebody who hears of it at the other. */
  async load(size = 0): Promise<Load> {
    const load = new Load(this.one, this.account, { size, heardAt: this.other })
    await load.start()
    await load.acknowledgedFromNowOn()
    return load
  }

  async says(server: RealServer, nats: 'connected' | 'disconnected'): Promise<void> {
    for (;;) {
      const { nats: said } = (await (await fetch(`${server.url}/health`)).json()) as { nats?: string }
      if (said === nats) return
      await pause(20)
    }
  }

  /** How many events a process has adopted of the other, by word and from the log. */
  async followed(server: RealServer): Promise<{ word: number; log: number }> {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    const of = (by: string) =>
      Number(new RegExp(`^loquat_events_followed_total\\{by="${by}"\\} (\\d+)$`, 'm').exec(text)?.[1])
    return { word: of('word'), log: of('log') }
  }

  /** Until so many more events came by word. */
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

const isThere = natsProgram !== undefined && programs !== undefined

describe.skipIf(!isThere)('processes with NATS between them', () => {
  test('hear of each other’s messages without reading the log', async () => {
    const nats = await NatsServer.create()
    const pair = await Pair.start(nats.url)
    try {
      for (const server of [pair.one, pair.other]) await pair.says(server, 'connected')
      const load = await pair.load()
      const before = await pair.followed(pair.other)
      await pair.hearsByWord(pair.other, 100)
      await load.settle()
      const after = await pair.followed(pair.other)
      assert.equal(after.log, before.log)
    } finally {
      await pair.close()
      await nats.end()
    }
  })

  test('lose, double and reorder nothing when the server is killed, frozen or stopped', async () => {
    const nats = await NatsServer.create()
    const pair = await Pair.start(nats.url)
    const both = [pair.one, pair.other]
    const outages = [
      { begin: () => nats.end(), end: () => nats.start() },
      { begin: async () => nats.freeze(), end: async () => nats.wake() },
      { begin: () => nats.end('SIGTERM'), end: () => nats.start() },
    ]
    try {
      const load = await pair.load()
      for (const { begin, end } of outages) {
        await begin()
        for (const server of both) await pair.says(server, 'disconnected')
        const { log } = await pair.followed(pair.other)
        await load.acknowledgedFromNowOn()
        while ((await pair.followed(pair.other)).log < log + 10) await pause(20)
        await end()
        for (const server of both) await pair.says(server, 'connected')
        await pair.hearsByWord(pair.other)
      }
      await load.settle()
    } finally {
      await pair.close()
      nats.wake()
      await nats.end()
    }
  })

  test('go on with the others when servers of a cluster are killed in turn', async () => {
    const cluster = await NatsServer.cluster(3)
    const pair = await Pair.start(cluster.map(({ url }) => url).join(','))
    try {
      const load = await pair.load()
      for (const nats of cluster) {
        await nats.end()
        await load.acknowledgedFromNowOn()
        for (const server of [pair.one, pair.other]) await pair.says(server, 'connected')
        await pair.hearsByWord(pair.other)
        await nats.start()
      }
      await load.settle()
    } finally {
      await pair.close()
      for (const nats of cluster) await nats.end()
    }
  })

  test('say what does not fit into a word by where the log has come to', async () => {
    const nats = await NatsServer.configured('max_payload: 4096')
    const pair = await Pair.start(nats.url)
    try {
      for (const server of [pair.one, pair.other]) await pair.says(server, 'connected')
      const before = await pair.followed(pair.other)
      const load = await pair.load(9_000)
      await load.settle()
      const after = await pair.followed(pair.other)
      assert.ok(after.log > before.log)
    } finally {
      await pair.close()
      await nats.end()
    }
  })

  test('are told that a password is wrong, and go on without', async () => {
    const nats = await NatsServer.create('--user', 'loquat', '--pass', 'right one')
    const withPassword = (password: string) => `nats://loquat:${encodeURIComponent(password)}@127.0.0.1:${nats.port}`
    try {
      for (const [password, state] of [
        ['right one', 'connected'],
        ['wrong one', 'disconnected'],
      ] as const) {
        const pair = await Pair.start(withPassword(password))
        try {
          for (const server of [pair.one, pair.other]) await pair.says(server, state)
          await (await pair.load()).settle()
        } finally {
          await pair.close()
        }
      }
    } finally {
      await nats.end()
    }
  })
})
