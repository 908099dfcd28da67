import { createHash } from 'node:crypto'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { readConfig } from '#platform/config'
import { afterAll, assert, beforeAll, type Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { options } from '../../../../command/options.ts'
import { updateSettings } from '../../../people/user-settings/api.ts'
import * as api from '../api.ts'
import { callUpkeep } from '../due.ts'
import { checkCallOptions } from '../ice-servers.ts'
import { leaseSecs, leftSecs, maxCameras, reloadSecs } from '../limits.ts'
import { saveReports } from '../store.ts'
import { callOrigins } from './connection.ts'
import { callRooms } from './due.ts'
import { idsOfRoom } from './room-name.ts'
import { watchedRooms } from './store.ts'

const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(22)) as [string, string, string]
const livekitApiSecret = 'a secret of calls with 32 characters'
const flags = { livekitUrl: 'wss://livekit.loquat.test/', livekitApiKey: 'test', livekitApiSecret }
const bytes = new TextEncoder().encode(livekitApiSecret)

let server: TestServer
let society: TestOrganization
let [ada, ben, cleo] = [] as unknown as [Person, Person, Person]
let channelId: number
beforeAll(async () => {
  server = await startServer({ ...flags, livekitMaxParticipants: '2' })
  society = await TestOrganization.found(server)
  ada = society.owner
  ;[ben, cleo] = [await society.join('Ben'), await society.join('Cleo')]
  channelId = await makeChannel(society.org, 'lunch', [ada, ben, cleo])
})
afterAll(() => server.close())

let topics = 0
const startIn = (person: Person, session_id = one) =>
  person.call(api.startCall, { type: 'channel', to: channelId, topic: `topic ${++topics}`, session_id })
const joinAs = (person: Person, call_id: number, session_id: string) =>
  person.call(api.joinCall, { call_id, session_id })
const roomOf = (joined: { livekit?: { token: string } | undefined }): string =>
  (decodeJwt(joined.livekit?.token ?? '').video as { room: string }).room
const upkeep = () => callUpkeep.run(society.org, undefined as never, () => true)

test('calls in topics and groups use LiveKit, one-on-one calls connect browsers directly', async () => {
  const inTopic = await startIn(ada)
  assert.equal(inTopic.call.transport, 'livekit')
  assert.equal(inTopic.livekit?.url, 'wss://livekit.loquat.test')
  const group = await ada.call(api.startCall, { type: 'direct', to: [ben.id, cleo.id], session_id: two })
  assert.equal(group.call.transport, 'livekit')
  const pair = await ada.call(api.startCall, { type: 'direct', to: [ben.id], session_id: three })
  assert.deepEqual([pair.call.transport, pair.livekit, pair.max_cameras], ['mesh', undefined, maxCameras])
})

test('without LiveKit, calls in topics connect browsers directly', async ({ ada, ben }) => {
  const id = await makeChannel(ada.org, 'tea', [ada, ben])
  const { call, livekit } = await ada.call(api.startCall, { type: 'channel', to: id, topic: 'x', session_id: one })
  assert.deepEqual([call.transport, livekit], ['mesh', undefined])
})

test('a token opens one room for one session and ten seconds, without sending data', async () => {
  const joined = await startIn(ada)
  const again = await joinAs(ada, joined.call.call_id, one)
  for (const { livekit } of [joined, again]) {
    const { payload, protectedHeader } = await jwtVerify(livekit?.token ?? '', bytes)
    assert.deepEqual([protectedHeader.alg, payload.iss, payload.sub], ['HS256', 'test', one])
    const left = (payload.exp ?? 0) - Date.now() / 1_000
    assert.ok(left > 0 && left <= 10, `${left}`)
    const { room, ...grants } = payload.video as Record<string, unknown>
    assert.deepEqual(idsOfRoom(String(room)), { orgId: society.org.id, callId: joined.call.call_id })
    assert.deepEqual(grants, { roomJoin: true, canPublish: true, canSubscribe: true, canPublishData: false })
  }
  assert.equal(roomOf(joined), roomOf(again))
  assert.notEqual(roomOf(joined), roomOf(await startIn(ben, two)))
})

test('the option limits people and cameras in calls on LiveKit', async () => {
  const { call, max_cameras } = await startIn(ada)
  assert.equal(max_cameras, 2)
  await ben.call(api.joinCall, { call_id: call.call_id, session_id: two, video: true })
  await ada.call(api.updateSession, { call_id: call.call_id, session_id: one, video: true })
  const refused = { call_id: call.call_id, session_id: three }
  await cleo.refused(api.joinCall, refused, api.callFull)
})

test('people who hide their address can use LiveKit without a relay', async () => {
  await cleo.call(updateSettings, { calls_relay_only: true })
  const { call, relay_only } = await startIn(cleo)
  assert.equal(relay_only, false)
  await upkeep()
  assert.deepEqual(await cleo.call(api.reportAlive, { call_id: call.call_id, session_id: one }), { relay_only: false })
  await cleo.refused(api.startCall, { type: 'direct', to: [ada.id], session_id: two }, api.noRelay)
  await cleo.call(updateSettings, { calls_relay_only: false })
})

test('LiveKit’s options need each other, and let the page connect to its address', () => {
  const configOf = (some: Record<string, string>) => readConfig(options, some, {})
  for (const name of Object.keys(flags)) {
    const rest = Object.fromEntries(Object.entries(flags).filter(([one]) => one !== name))
    assert.throws(() => checkCallOptions(configOf(rest)), /needs --livekit-/)
  }
  checkCallOptions(configOf({}))
  assert.deepEqual(callOrigins(configOf({})), [])
  assert.deepEqual(callOrigins(configOf(flags)), ['wss://livekit.loquat.test', 'https://livekit.loquat.test'])
  assert.deepEqual(callOrigins(configOf({ ...flags, livekitUrl: 'http://127.0.0.1:7880' })), [
    'ws://127.0.0.1:7880',
    'http://127.0.0.1:7880',
  ])
  const short = { ...flags, livekitApiSecret: 'x'.repeat(31) }
  assert.throws(() => configOf(short), /livekit-api-secret: must be at least 32 characters/)
  assert.throws(() => configOf({ ...flags, livekitUrl: 'turn:host' }), /livekit-url: must be an address like wss:/)
})

interface Sending {
  readonly secret?: string
  readonly issuer?: string
  /** Seconds. */
  readonly age?: number
  readonly tokenAge?: number
  readonly sent?: string
}

let events = 0
const eventOf = (event: string, room: string, identity: string, { id = `EV_${++events}`, age = 0 } = {}) =>
  JSON.stringify({
    id,
    event,
    createdAt: `${Math.floor(server.clock.now().getTime() / 1_000) - age}`,
    room: { sid: 'RM_1', name: room },
    participant: { sid: 'PA_1', identity },
  })

/** Posts a webhook signed like LiveKit's. */
async function post(
  body: string,
  { secret = livekitApiSecret, issuer = 'test', tokenAge = 0, sent = body }: Sending = {},
) {
  const token = await new SignJWT({ sha256: createHash('sha256').update(body).digest('base64') })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setExpirationTime(Math.floor(server.clock.now().getTime() / 1_000) + 300 - tokenAge)
    .sign(new TextEncoder().encode(secret))
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/calls/livekit/webhook`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/webhook+json' },
    body: sent,
  })
  return { status: answer.status, message: String(((await answer.json()) as { msg?: string }).msg) }
}

const sessionsOf = async (person: Person, call_id: number) =>
  (await person.call(api.getCall, { call_id })).call.sessions.map(({ session_id }) => session_id)

test('a participant_left webhook ends a session early unless it reports again', async () => {
  const joined = await startIn(ada)
  const { call_id } = joined.call
  await joinAs(ben, call_id, two)
  assert.equal((await post(eventOf('participant_left', roomOf(joined), two))).status, 200)
  server.clock.advance((leftSecs - 1) * 1_000)
  await ada.call(api.reportAlive, { call_id, session_id: one })
  await upkeep()
  assert.deepEqual(await sessionsOf(ada, call_id), [one, two])
  server.clock.advance(2_000)
  await upkeep()
  assert.deepEqual(await sessionsOf(ada, call_id), [one])
  await joinAs(ben, call_id, two)
  await post(eventOf('participant_left', roomOf(joined), two))
  await ben.call(api.reportAlive, { call_id, session_id: two })
  server.clock.advance((leftSecs + 1) * 1_000)
  await ada.call(api.reportAlive, { call_id, session_id: one })
  await upkeep()
  assert.deepEqual(await sessionsOf(ada, call_id), [one, two])
  server.clock.release()
})

test('a report to another process overrides a participant_left webhook', async () => {
  const joined = await startIn(cleo)
  const { call_id } = joined.call
  await joinAs(ben, call_id, two)
  await post(eventOf('participant_left', roomOf(joined), two))
  server.clock.advance((leftSecs - 5) * 1_000)
  await cleo.call(api.reportAlive, { call_id, session_id: one })
  await society.org.db.transaction((tx) =>
    saveReports(tx, [{ callId: call_id, sessionId: two, at: server.clock.now() }]),
  )
  server.clock.advance(10_000)
  await upkeep()
  assert.deepEqual(await sessionsOf(cleo, call_id), [one, two])
  server.clock.release()
})

test('the same session ID in another call changes nothing in this one', async () => {
  const { call } = await startIn(ben)
  await joinAs(ada, call.call_id, two)
  const other = await startIn(cleo, two)
  await cleo.call(api.leaveCall, { call_id: other.call.call_id, session_id: two, closing: true })
  server.clock.advance((reloadSecs + 1) * 1_000)
  await upkeep()
  assert.deepEqual(await sessionsOf(ben, call.call_id), [one, two])
  server.clock.release()
})

test('joining again with the same session keeps the hand raised', async () => {
  const { call } = await startIn(ben)
  const own = { call_id: call.call_id, session_id: one }
  await ben.call(api.updateSession, { ...own, hand: true })
  const again = await ben.call(api.joinCall, own)
  assert.equal(typeof again.call.sessions[0]?.hand_at, 'number')
})

test('forged, changed, old, and repeated webhooks change nothing', async () => {
  const joined = await startIn(ada)
  const { call_id } = joined.call
  await joinAs(ben, call_id, two)
  const left = eventOf('participant_left', roomOf(joined), two)
  const refusals: [wrong: string, sending: Sending, body?: string][] = [
    ['signature', { secret: 'another secret of 32 characters, long' }],
    ['signature', { issuer: 'another' }],
    ['hash', { sent: left.replace(two, one) }],
    ['age', { tokenAge: 400 }],
    ['age', {}, eventOf('participant_left', roomOf(joined), two, { age: 400 })],
  ]
  for (const [wrong, sending, body = left] of refusals) {
    const { status, message } = await post(body, sending)
    assert.deepEqual([status, message], [403, `Invalid LiveKit webhook: wrong ${wrong}`])
  }
  const none = await fetch(`http://127.0.0.1:${server.port}/api/v1/calls/livekit/webhook`, { method: 'POST' })
  assert.equal(none.status, 403)
  // valid, but for another room or session, or with another event
  const [orgId, callId] = roomOf(joined).split('-')
  for (const body of [
    eventOf('participant_left', `${orgId}-${callId}-another`, two),
    eventOf('participant_left', 'another-room', two),
    eventOf('track_published', roomOf(joined), two),
    eventOf('participant_left', roomOf(joined), three),
    JSON.stringify({ event: 'something new', later: true }),
    '[]',
  ])
    assert.equal((await post(body)).status, 200, body)
  server.clock.advance((leftSecs + 1) * 1_000)
  await upkeep()
  assert.deepEqual(await sessionsOf(ada, call_id), [one, two])
  const good = eventOf('participant_left', roomOf(joined), two)
  await post(good)
  await ben.call(api.reportAlive, { call_id, session_id: two })
  assert.equal((await post(good)).status, 200)
  server.clock.advance((leaseSecs - 10) * 1_000)
  await ada.call(api.reportAlive, { call_id, session_id: one })
  await upkeep()
  assert.deepEqual(await sessionsOf(ada, call_id), [one, two])
  const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  assert.match(metrics, /loquat_call_livekit_webhooks_total\{outcome="repeated"\} 1\n/)
  assert.match(metrics, /loquat_call_livekit_webhooks_total\{outcome="hash"\} 1\n/)
  server.clock.release()
})

test('without LiveKit, its webhook returns 404', async ({ server: other }) => {
  const answer = await fetch(`http://127.0.0.1:${other.port}/api/v1/calls/livekit/webhook`, { method: 'POST' })
  assert.equal(answer.status, 404)
})

test('while LiveKit is down, people can leave, and requests are retried', async () => {
  const { runtime } = server
  const joined = await startIn(ada)
  await joinAs(ben, joined.call.call_id, two)
  await ada.call(api.leaveCall, { call_id: joined.call.call_id, session_id: two })
  await runtime.timer.wake()
  await callRooms.settled(runtime)
  const waiting = await society.org.db.read((tx) =>
    tx.selectFrom('call_room').selectAll().where('call_id', '=', joined.call.call_id).execute(),
  )
  assert.equal(waiting[0]?.attempts, 1)
  assert.deepEqual(await sessionsOf(ada, joined.call.call_id), [one])
  await ada.call(api.endCall, { call_id: joined.call.call_id })
  server.clock.advance(3_600_001)
  for (let attempt = 0; attempt < 2; attempt++) {
    await runtime.timer.wake()
    await callRooms.settled(runtime)
  }
  const left = await society.org.db.read((tx) => watchedRooms.overdue(tx, server.clock.now(), 100))
  assert.equal(left, 0)
  server.clock.release()
})
