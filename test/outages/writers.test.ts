import { describe, test } from 'vitest'
import { assert, RealServer } from '#test'
import type { Account } from './client.ts'
import { Load } from './load.ts'
import { NatsServer, natsProgram } from './nats-server.ts'
import { PostgresServer, programs } from './postgres.ts'
import { metric, together, writerFirst } from './writer-process.ts'

class Group {
  readonly postgres: PostgresServer
  readonly nats: NatsServer | undefined
  readonly servers: RealServer[] = []
  account!: Account

  private constructor(postgres: PostgresServer, nats: NatsServer | undefined) {
    this.postgres = postgres
    this.nats = nats
  }

  static async start(count: number, withNats: boolean): Promise<Group> {
    const group = new Group(await PostgresServer.create(), withNats ? await NatsServer.create() : undefined)
    for (let number = 0; number < count; number++) {
      const server = await RealServer.prepare({ isPlain: true })
      Object.assign(server.environment, {
        LOQUAT_DATABASE_URL: group.postgres.url('chat', 'chat'),
        LOQUAT_DATABASE_CONNECTIONS: '8',
        LOQUAT_LOG_LEVEL: process.env.LOQUAT_LOG_LEVEL ?? 'silent',
        ...(group.nats ? { LOQUAT_NATS_URL: group.nats.url } : {}),
      })
      group.servers.push(server)
    }
    group.account = await (group.servers[0] as RealServer).createOrganization()
    await Promise.all(group.servers.map((server) => server.start()))
    await together(group.servers)
    return group
  }

  /** The writer, then the others. */
  roles(): Promise<RealServer[]> {
    return writerFirst(this.servers, this.account)
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.dispose()
    await this.nats?.end()
    await this.postgres.dispose()
  }
}

describe.skipIf(!programs).each([
  { name: 'with NATS', withNats: true, isThere: natsProgram !== undefined },
  { name: 'without NATS', withNats: false, isThere: true },
])('several processes $name', ({ withNats, isThere }) => {
  test.skipIf(!isThere)('processes forward writes to one of them, which answers for all', async () => {
    const group = await Group.start(4, withNats)
    try {
      const [, ...others] = await group.roles()
      const loads = others.map((server, index) => {
        const heardAt = others[(index + 1) % others.length] as RealServer
        return new Load(server, group.account, { heardAt })
      })
      for (const load of loads) await load.start()
      for (const load of loads) await load.acknowledgedFromNowOn()
      for (const load of loads) await load.settle()
      for (const server of others)
        assert.ok((await metric(server, 'loquat_requests_handed_over_total{outcome="answered"}')) > 0)
    } finally {
      await group.close()
    }
  })

  test.skipIf(!isThere)('killing the writer loses and duplicates nothing, and another takes over', async () => {
    const group = await Group.start(3, withNats)
    try {
      const [writer, one, other] = (await group.roles()) as [RealServer, RealServer, RealServer]
      const load = new Load(one, group.account, { heardAt: other })
      await load.start()
      await load.acknowledgedFromNowOn()
      await writer.end('SIGKILL')
      await load.acknowledgedFromNowOn()
      await together([one, other])
      await writer.start()
      await together(group.servers)
      await load.acknowledgedFromNowOn()
      await load.settle()
    } finally {
      await group.close()
    }
  })

  test.skipIf(!isThere)('freezing and resuming the writer loses and duplicates nothing', async () => {
    const group = await Group.start(3, withNats)
    const [writer, one, other] = (await group.roles()) as [RealServer, RealServer, RealServer]
    try {
      const load = new Load(one, group.account, { heardAt: other })
      await load.start()
      await load.acknowledgedFromNowOn()
      writer.freeze()
      await together([one, other])
      await load.acknowledgedFromNowOn()
      writer.wake()
      await together(group.servers)
      await load.acknowledgedFromNowOn()
      await load.settle()
    } finally {
      writer.wake()
      await group.close()
    }
  })

  test.skipIf(!isThere)('restarting each process in turn loses and duplicates nothing', async () => {
    const group = await Group.start(3, withNats)
    try {
      const [writer, one, other] = (await group.roles()) as [RealServer, RealServer, RealServer]
      const load = new Load(one, group.account, { heardAt: one })
      await load.start()
      for (const server of [writer, other]) {
        await load.acknowledgedFromNowOn()
        assert.equal(await server.end('SIGTERM'), 0)
        await load.acknowledgedFromNowOn()
        await server.start()
        await together(group.servers)
      }
      await load.settle()
    } finally {
      await group.close()
    }
  })
})

describe.skipIf(!programs)('forwarded writes', () => {
  test('the receiving process authenticates, authorizes, and limits forwarded requests', async () => {
    const group = await Group.start(2, false)
    try {
      const [writer, front] = (await group.roles()) as [RealServer, RealServer]
      const call = async (at: RealServer, key: string, path: string, params: Record<string, string>) => {
        const authorization = `Basic ${Buffer.from(`${group.account.email}:${key}`).toString('base64')}`
        const response = await fetch(`${at.url}/api/v1${path}`, {
          method: 'POST',
          headers: { authorization },
          body: new URLSearchParams(params),
        })
        const body = (await response.json()) as Record<string, unknown>
        return { status: response.status, type: response.headers.get('content-type'), body }
      }
      const { apiKey } = group.account
      const message = { type: 'direct', to: '[999999]', content: 'Hello!' }
      for (const [key, path, params] of [
        ['wrong', '/messages', message],
        [apiKey, '/messages', message],
        [apiKey, '/messages', { type: 'channel', to: 'nowhere', topic: 'x', content: 'Hello!' }],
        [apiKey, '/nothing', {}],
      ] as const)
        assert.deepEqual(await call(front, key, path, params), await call(writer, key, path, params))
      // visible at once through the same process
      const { body } = await call(front, apiKey, '/users/me/subscriptions', { subscriptions: '[{"name":"new"}]' })
      assert.equal(body.result, 'success')
      const asked = new Load(front, group.account)
      const { body: told } = await asked.call('GET', '/users/me/subscriptions')
      assert.ok((told.subscriptions as { name: string }[]).some(({ name }) => name === 'new'))
    } finally {
      await group.close()
    }
  })
})
