import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { assert, freePort } from '#test'
import type { Load } from './load.ts'
import { Pair } from './nats-pair.ts'
import { NatsServer, natsProgram } from './nats-server.ts'
import { Network } from './network.ts'
import { programs } from './postgres.ts'
import { metric } from './writer-process.ts'

const isThere = natsProgram !== undefined && programs !== undefined

/** People continue, and are notified from the log. */
async function goOnByTheLog(pair: Pair, load: Load): Promise<void> {
  const { log } = await pair.followed(pair.other)
  await load.acknowledgedFromNowOn()
  while ((await pair.followed(pair.other)).log < log + 10) await pause(20)
}

describe.skipIf(!isThere)('processes with an unreliable NATS', () => {
  test('processes notice that NATS servers are partitioned, and lose nothing', async () => {
    const { one, other, between } = await NatsServer.apart()
    const pair = await Pair.start(one.url, other.url)
    const both = [pair.one, pair.other]
    try {
      for (const server of both) await pair.says(server, 'connected')
      const load = await pair.load()
      await pair.hearsByWord(pair.other)
      for (let time = 0; time < 2; time++) {
        between.stall()
        for (const server of both) await pair.says(server, 'partly')
        for (const server of both) assert.equal(await metric(server, 'loquat_nats_connected'), 0)
        await goOnByTheLog(pair, load)
        between.resume()
        for (const server of both) await pair.says(server, 'connected')
        await pair.hearsByWord(pair.other)
      }
      await load.settle()
    } finally {
      await pair.close()
      await between.close()
      await one.end()
      await other.end()
    }
  })

  test("processes bypass NATS while it's slow for one of them", async () => {
    const nats = await NatsServer.create()
    const network = await Network.start(await freePort(), nats.port)
    const pair = await Pair.start(nats.url, `nats://127.0.0.1:${network.port}`)
    try {
      for (const server of [pair.one, pair.other]) await pair.says(server, 'connected')
      const load = await pair.load()
      network.slow(1_500)
      await goOnByTheLog(pair, load)
      network.slow(0)
      for (const server of [pair.one, pair.other]) await pair.says(server, 'connected')
      await pair.hearsByWord(pair.other)
      await load.settle()
    } finally {
      await pair.close()
      await network.close()
      await nats.end()
    }
  })

  test('processes notice one without NATS, and still notify each other', async () => {
    const nats = await NatsServer.create()
    const pair = await Pair.start(nats.url, null)
    try {
      const states = await Promise.all([pair.one, pair.other].map((server) => pair.state(server)))
      const withNats = states[0] === undefined ? pair.other : pair.one
      await pair.says(withNats, 'partly')
      for (const isBack of [false, true]) await (await pair.load({ isBack })).settle()
    } finally {
      await pair.close()
      await nats.end()
    }
  })
})
