import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { assert } from '#test'
import { Pair } from './nats-pair.ts'
import { NatsServer, natsProgram } from './nats-server.ts'
import { programs } from './postgres.ts'

const isThere = natsProgram !== undefined && programs !== undefined

describe.skipIf(!isThere)('processes with NATS between them', () => {
  test('processes receive each other’s messages without reading the log', async () => {
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

  test('killing, freezing, or stopping NATS loses, duplicates, and reorders nothing', async () => {
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

  test('processes use the rest of a cluster whose servers are killed in turn', async () => {
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

  test('events too large for NATS are announced by their log position', async () => {
    const nats = await NatsServer.configured('max_payload: 4096')
    const pair = await Pair.start(nats.url)
    try {
      for (const server of [pair.one, pair.other]) await pair.says(server, 'connected')
      const before = await pair.followed(pair.other)
      const load = await pair.load({ size: 9_000 })
      await load.settle()
      const after = await pair.followed(pair.other)
      assert.ok(after.log > before.log)
    } finally {
      await pair.close()
      await nats.end()
    }
  })

  test('a wrong NATS password is reported, and processes work without it', async () => {
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
