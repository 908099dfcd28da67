import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { assert, startServer, TestOrganization } from '#test'
import { evict } from '../harness/sleep.ts'
import { twinOf } from '../harness/twin.ts'
import { NatsServer, natsProgram } from './nats-server.ts'

const isThere = natsProgram !== undefined && process.env.LOQUAT_TEST_DATABASE_URL !== undefined

describe.skipIf(!isThere)('an organization that sleeps while NATS fails', () => {
  test('an organization sleeping while NATS fails loses, duplicates, and reorders nothing', async () => {
    const nats = await NatsServer.create()
    const server = await startServer({ natsUrl: nats.url })
    const twin = await twinOf(server)
    try {
      const { org, owner: ada } = await TestOrganization.found(server)
      const watch = await ada.register('message')
      const sent: string[] = []
      const heard: string[] = []
      const ids: number[] = []
      const write = async () => {
        const content = `message ${sent.length}`
        await ada.sends(content, ada)
        sent.push(content)
      }
      /** Polls the other process like a client, which loads the organization there. */
      const look = async () => {
        const { queues } = await twin.organization(org.id)
        const asking = { closed: { isClosed: false } }
        for (const { text } of await queues.poll(watch.queueId, ada.id, ids.at(-1) ?? -1, true, asking)) {
          const event = JSON.parse(text) as { id: number; message?: { content: string } }
          ids.push(event.id)
          if (event.message) heard.push(event.message.content.replace(/<\/?p>/g, ''))
        }
      }
      const hears = async () => {
        await look()
        while (heard.length < sent.length) {
          await pause(5)
          await look()
        }
      }
      const settled = async (state: 'connected' | 'disconnected') => {
        for (const runtime of [server.runtime, twin]) while (runtime.busState !== state) await pause(5)
      }
      /** Writes while neither, one, or both have it in memory. */
      const sleepAndWake = async () => {
        for (const sleeping of [[twin], [server.runtime, twin], [server.runtime], []]) {
          for (const runtime of sleeping) await evict({ runtime }, org.id)
          await write()
          await hears()
          await write()
        }
        await hears()
      }
      await settled('connected')
      await sleepAndWake()
      for (const waits of [true, false]) {
        await nats.end()
        if (waits) await settled('disconnected')
        await sleepAndWake()
        await nats.start()
        if (waits) await settled('connected')
        await sleepAndWake()
      }
      assert.deepEqual(heard, sent)
      assert.deepEqual(
        ids,
        [...new Set(ids)].sort((a, b) => a - b),
      )
    } finally {
      await twin.stop()
      await twin.db.close()
      await server.close()
      await nats.end()
    }
  })
})
