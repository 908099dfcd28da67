import { assert, startServer, TestOrganization, type TestServer, test } from '#test'
import { twinOf } from '../../../../../test/harness/twin.ts'
import { PushApp } from '../../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../../test/peers/push-relay.ts'
import * as api from '../api.ts'

const url = process.env.LOQUAT_TEST_DATABASE_URL

async function scene(relay: PushRelay, server: TestServer) {
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben')
  const app = new PushApp(relay)
  const { device_id } = await ben.call(api.registerClientDevice)
  await ben.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  await server.runtime.timer.wake()
  const ids: number[] = []
  const say = async () => {
    const message = { type: 'direct', to: [ben.id], content: 'Hello' }
    ids.push((await society.owner.send('POST', '/messages', message)).id as number)
  }
  const read = () => ben.send('POST', '/mark_all_as_read')
  const told = (type: string) => app.received().filter((payload) => payload.type === type)
  return { ids, say, read, told }
}

async function withServer(work: (relay: PushRelay, server: TestServer) => Promise<void>) {
  const relay = await PushRelay.start()
  const server = await startServer(relay.flags)
  try {
    await work(relay, server)
  } finally {
    await server.close()
    await relay.close()
  }
}

test('a process woken several times at once sends everything once', () =>
  withServer(async (relay, server) => {
    const { ids, say, read, told } = await scene(relay, server)
    for (let count = 0; count < 20; count++) await say()
    await Promise.all(Array.from({ length: 5 }, () => server.runtime.timer.wake()))
    assert.deepEqual(
      told('message').map(({ message_id }) => message_id),
      ids,
    )
    await read()
    server.clock.advance(5_000)
    await Promise.all(Array.from({ length: 5 }, () => server.runtime.timer.wake()))
    assert.deepEqual(
      told('remove').map(({ message_ids }) => message_ids),
      [ids],
    )
  }))

if (url)
  test('two processes on one database send everything once', () =>
    withServer(async (relay, server) => {
      const { ids, say, read, told } = await scene(relay, server)
      const twin = await twinOf(server)
      const both = () => Promise.all([server.runtime, twin].map(({ timer }) => timer.wake()))
      try {
        for (let round = 0; round < 5; round++) {
          await Promise.all(Array.from({ length: 10 }, say))
          await both()
        }
        const numbers = (list: unknown[]) => list.map(Number).sort((a, b) => a - b)
        assert.deepEqual(numbers(told('message').map(({ message_id }) => message_id)), numbers(ids))
        await read()
        server.clock.advance(5_000)
        await both()
        assert.deepEqual(numbers(told('remove').flatMap(({ message_ids }) => message_ids as number[])), numbers(ids))
      } finally {
        await twin.stop()
        await twin.db.close()
      }
    }))
