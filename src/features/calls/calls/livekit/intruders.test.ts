import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  afterAll,
  assert,
  beforeAll,
  beforeEach,
  type Person,
  startServer,
  TestOrganization,
  type TestServer,
  test,
} from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import * as api from '../api.ts'
import { callRooms } from './due.ts'
import { idsOfRoom } from './room-name.ts'

const [one, two] = ['a', 'b'].map((letter) => letter.repeat(22)) as [string, string]
const minutes = 60_000

let livekit: Server
/** The people in LiveKit's room; undefined if there's no room. */
let inRoom: string[] | undefined
/** Text in the list of people, such as the name of a track. */
let filler = ''
let asked: string[]
let callId: number

let server: TestServer
let society: TestOrganization
let [ada, ben] = [] as unknown as [Person, Person]
let channelId: number
beforeAll(async () => {
  livekit = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { room, identity } = JSON.parse(Buffer.concat(chunks).toString()) as { room: string; identity?: string }
    // rooms of earlier tests
    if (idsOfRoom(room)?.callId !== callId) return response.writeHead(404).end('{"code":"not_found"}')
    const method = String(request.url?.split('/').at(-1))
    asked.push(identity ? `${method} ${identity}` : method)
    const isThere = inRoom !== undefined && (identity === undefined || inRoom.includes(identity))
    const people = inRoom?.map((each) => ({ identity: each, name: filler }))
    const found = method === 'ListParticipants' ? { participants: people } : {}
    if (method === 'RemoveParticipant') inRoom = inRoom?.filter((each) => each !== identity)
    if (method === 'DeleteRoom') inRoom = undefined
    response.statusCode = isThere ? 200 : 404
    response.end(JSON.stringify(isThere ? found : { code: 'not_found' }))
  })
  await new Promise<void>((resolve) => livekit.listen(0, '127.0.0.1', resolve))
  server = await startServer({
    livekitUrl: `ws://127.0.0.1:${(livekit.address() as AddressInfo).port}`,
    livekitApiKey: 'test',
    livekitApiSecret: 'a secret of calls with 32 characters',
  })
  society = await TestOrganization.found(server)
  ada = society.owner
  ben = await society.join('Ben')
  channelId = await makeChannel(society.org, 'lunch', [ada, ben])
})
afterAll(async () => {
  await server.close()
  livekit.closeAllConnections()
  livekit.close()
})
beforeEach(() => {
  ;[asked, filler, inRoom] = [[], '', [one, two]]
  return () => server.clock.release()
})

let topics = 0
async function startBoth(): Promise<number> {
  const place = { type: 'channel', to: channelId, topic: `topic ${++topics}` } as const
  const { call } = await ada.call(api.startCall, { ...place, session_id: one })
  await ben.call(api.joinCall, { call_id: call.call_id, session_id: two })
  callId = call.call_id
  return callId
}

/** Advances the clock; returns the requests to LiveKit. */
async function after(ms: number): Promise<string[]> {
  asked = []
  server.clock.advance(ms)
  await server.runtime.timer.wake()
  await callRooms.settled(server.runtime)
  return asked
}

test('a participant list that’s too long doesn’t prevent removals', async () => {
  const call_id = await startBoth()
  filler = 'x'.repeat(3 * 2 ** 20)
  await ada.call(api.leaveCall, { call_id, session_id: two })
  assert.deepEqual(await after(0), [`RemoveParticipant ${two}`, 'ListParticipants'])
  assert.deepEqual(inRoom, [one])
  filler = 'x'.repeat(5 * 2 ** 20)
  assert.deepEqual(await after(minutes), ['ListParticipants', 'DeleteRoom'])
  assert.equal(inRoom, undefined)
  await ada.call(api.endCall, { call_id })
})

test('after someone came back, the room is checked again soon', async () => {
  const call_id = await startBoth()
  await ada.call(api.leaveCall, { call_id, session_id: two })
  await after(0)
  for (let entry = 0; entry < 3; entry++) {
    inRoom = [one, two]
    assert.deepEqual(await after(5_001), ['ListParticipants', `RemoveParticipant ${two}`])
  }
  assert.deepEqual(await after(5_001), ['ListParticipants'])
  assert.deepEqual(await after(5_001), [])
  await ada.call(api.endCall, { call_id })
})

test('a session that was removed and joined again stays', async () => {
  const call_id = await startBoth()
  await ada.call(api.leaveCall, { call_id, session_id: two })
  await ben.call(api.joinCall, { call_id, session_id: two })
  assert.deepEqual(await after(0), ['ListParticipants'])
  await ada.call(api.endCall, { call_id })
})

test('the room of an ended call is deleted until it’s been gone for eleven minutes', async () => {
  const call_id = await startBoth()
  await ada.call(api.endCall, { call_id })
  assert.deepEqual(await after(0), ['DeleteRoom'])
  await after(5_001)
  await after(85_001)
  inRoom = [two]
  assert.deepEqual(await after(10 * minutes), ['DeleteRoom'])
  assert.equal(inRoom, undefined)
  assert.deepEqual(await after(5_001), ['DeleteRoom'])
  assert.deepEqual(await after(90_001), ['DeleteRoom'])
  assert.deepEqual(await after(10 * minutes), ['DeleteRoom'])
  assert.deepEqual(await after(60 * minutes), [])
})
