import { WebSocket } from 'undici'
import { describe } from 'vitest'
import {
  afterAll,
  assert,
  beforeAll,
  freePort,
  type Person,
  startServer,
  TestOrganization,
  type TestServer,
  test,
} from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { hasLiveKit, LiveKitServer, withLiveKit } from '../../../../../test/peers/livekit-server.ts'
import * as api from '../api.ts'
import { livekitOf } from './connection.ts'
import { callRooms } from './due.ts'
import { Rooms } from './rooms.ts'

const [one, two] = ['a', 'b'].map((letter) => letter.repeat(22)) as [string, string]

describe.skipIf(!hasLiveKit)(withLiveKit('with a LiveKit server'), () => {
  let livekit: LiveKitServer
  let server: TestServer
  let society: TestOrganization
  let [ada, ben] = [] as unknown as [Person, Person]
  let channelId: number
  let rooms: Rooms

  beforeAll(async () => {
    const port = await freePort()
    server = await startServer(LiveKitServer.flags(port))
    livekit = await LiveKitServer.start({
      port,
      webhook: `http://127.0.0.1:${server.port}/api/v1/calls/livekit/webhook`,
    })
    society = await TestOrganization.found(server)
    ada = society.owner
    ben = await society.join('Ben')
    channelId = await makeChannel(society.org, 'lunch', [ada, ben])
    const configured = livekitOf(server.runtime.config)
    assert.ok(configured)
    rooms = new Rooms(configured, server.runtime.outbound, () => new Date())
  })
  afterAll(async () => {
    await server.close()
    await livekit.stop()
  })

  let topics = 0
  async function startBoth() {
    const place = { type: 'channel', to: channelId, topic: `topic ${++topics}` } as const
    const own = await ada.call(api.startCall, { ...place, session_id: one })
    const other = await ben.call(api.joinCall, { call_id: own.call.call_id, session_id: two })
    const row = await society.org.db.read((tx) =>
      tx.selectFrom('call').select('room').where('id', '=', own.call.call_id).executeTakeFirstOrThrow(),
    )
    return { call_id: own.call.call_id, room: String(row.room), own: own.livekit, other: other.livekit }
  }

  /** Joins a room like a browser, without media. `opened` is false if it's refused. */
  function enter(joined: { url: string; token: string } | undefined) {
    const address = `${joined?.url}/rtc?access_token=${joined?.token}&protocol=15&auto_subscribe=1`
    const socket = new WebSocket(address)
    const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
    const opened = new Promise<boolean>((resolve) => {
      socket.addEventListener('message', () => resolve(true), { once: true })
      void closed.then(() => resolve(false))
    })
    return { socket, closed, opened }
  }

  async function work(): Promise<void> {
    await server.runtime.timer.wake()
    await callRooms.settled(server.runtime)
  }

  test('removing a session disconnects it from the room, also after it came back', async () => {
    const { call_id, room, own, other } = await startBoth()
    const [first, second] = [enter(own), enter(other)]
    assert.deepEqual(await Promise.all([first.opened, second.opened]), [true, true])
    assert.deepEqual((await rooms.sessions(room)).sort(), [one, two])
    await ada.call(api.leaveCall, { call_id, session_id: two })
    await work()
    await second.closed
    assert.deepEqual(await rooms.sessions(room), [one])
    // the old token opens the room for a while
    const back = enter(other)
    assert.equal(await back.opened, true)
    server.clock.advance(61_000)
    await work()
    await back.closed
    assert.deepEqual(await rooms.sessions(room), [one])
    server.clock.release()
    first.socket.close()
  })

  test('ending a call deletes its room', async () => {
    const { call_id, room, own, other } = await startBoth()
    const both = [enter(own), enter(other)]
    await Promise.all(both.map(({ opened }) => opened))
    await ada.call(api.endCall, { call_id })
    await work()
    await Promise.all(both.map(({ closed }) => closed))
    assert.deepEqual(await rooms.sessions(room), [])
    // someone opens it again with an old token
    const back = enter(own)
    await back.opened
    server.clock.advance(91_000)
    await work()
    await back.closed
    server.clock.release()
  })

  test('LiveKit’s own webhooks are accepted', async () => {
    const { own } = await startBoth()
    const { socket, opened } = enter(own)
    await opened
    const accepted = async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
      return Number(/webhooks_total\{outcome="accepted"\} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    while ((await accepted()) === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    socket.close()
  })

  test('removals are retried after a LiveKit outage', async () => {
    const { call_id, own, other, room } = await startBoth()
    const [first, second] = [enter(own), enter(other)]
    await Promise.all([first.opened, second.opened])
    const { port } = livekit
    await livekit.stop()
    await ada.call(api.leaveCall, { call_id, session_id: two })
    await work()
    livekit = await LiveKitServer.start({ port })
    const back = enter(other)
    assert.equal(await back.opened, true)
    server.clock.advance(2_000)
    await work()
    await back.closed
    assert.deepEqual(await rooms.sessions(room), [])
    server.clock.release()
    first.socket.close()
  })

  test('a wrong API secret is rejected', async () => {
    const configured = livekitOf(server.runtime.config)
    assert.ok(configured)
    await rooms.check()
    const wrong = new Rooms({ ...configured, secret: 'wrong' }, server.runtime.outbound, () => new Date())
    await assert.rejects(wrong.check(), /it rejects the API key/)
  })
})
