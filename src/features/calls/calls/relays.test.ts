import { createHmac } from 'node:crypto'
import { afterAll, assert, beforeAll, type Person, startServer, TestOrganization, type TestServer, test } from '#test'
import { updateSettings } from '../../people/user-settings/api.ts'
import * as api from './api.ts'
import { callUpkeep } from './due.ts'
import { maxSignalLength } from './limits.ts'
import { withoutAddresses } from './relayed-signal.ts'

const [one, two] = ['a', 'b'].map((letter) => letter.repeat(22)) as [string, string]
const turnUrl = 'turn:127.0.0.1:3478?transport=udp'
const turnSecret = 'a shared secret'

let relayed: TestServer
let only: TestServer
beforeAll(async () => {
  relayed = await startServer({ turnUrl, turnSecret })
  only = await startServer({ turnUrl, turnSecret, callsRelayOnly: 'on' })
})
afterAll(() => Promise.all([relayed.close(), only.close()]))

async function pair(server: TestServer) {
  const society = await TestOrganization.found(server)
  return { ada: society.owner, ben: await society.join('Ben') }
}

const startWith = (caller: Person, person: Person) =>
  caller.call(api.startCall, { type: 'direct', to: [person.id], session_id: one })
const joinAs = (person: Person, call_id: number) => person.call(api.joinCall, { call_id, session_id: two })

const host = 'candidate:1 1 udp 2122260223 192.168.1.7 50000 typ host generation 0'
const reflexive = 'candidate:2 1 udp 1686052607 203.0.113.9 50000 typ srflx raddr 192.168.1.7 rport 50000'
const relay = 'candidate:3 1 udp 41885439 198.51.100.4 60000 typ relay raddr 203.0.113.9 rport 50000'
const ownAddresses = /192\.168\.1\.7|203\.0\.113\.9/
const candidates = [host, reflexive, relay].map((candidate) => ({ candidate, sdpMid: '0' }))
const passedRelay = relay.replace('203.0.113.9 rport 50000', '0.0.0.0 rport 0')
const sdpLines = (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join('')
const sdp = sdpLines([
  'v=0',
  'o=- 46117317 2 IN IP4 192.168.1.7',
  'm=audio 50000 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 203.0.113.9',
  'a=rtcp:50001 IN IP4 203.0.113.9',
  ...[host, reflexive, relay].map((line) => `a=${line}`),
  'a=mid:0',
  'm=video 0 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP6 2001:db8::7',
])
const passedSdp = sdpLines([
  'v=0',
  'o=- 46117317 2 IN IP4 0.0.0.0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=rtcp:9 IN IP4 0.0.0.0',
  `a=${passedRelay}`,
  'a=mid:0',
  'm=video 0 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP6 ::',
])
const signals = [
  JSON.stringify({ from: '1', candidates }),
  JSON.stringify({ from: '1', description: { type: 'offer', sdp } }),
  // other clients write other texts
  sdp,
  JSON.stringify({ candidate: candidates[0] }),
  JSON.stringify({ type: 'candidate', ...candidates[1] }),
  host,
]
const passedSignals = [
  JSON.stringify({ from: '1', candidates: [{ candidate: passedRelay, sdpMid: '0' }] }),
  JSON.stringify({ from: '1', description: { type: 'offer', sdp: passedSdp } }),
  passedSdp,
  '{}',
]

async function passed(from: Person, to: Person, call_id: number): Promise<string[]> {
  const watch = await to.register('call_signal')
  await from.call(api.sendSignals, { call_id, session_id: one, signals: signals.map((data) => ({ to: two, data })) })
  return (await watch.of('call_signal')).map(({ data }) => String(data))
}

test('people in calls get credentials that the TURN server can check and that expire', async () => {
  const { ada, ben } = await pair(relayed)
  const { ice_servers, ice_expires_at, relay_only } = await startWith(ada, ben)
  const [server] = ice_servers
  assert.deepEqual([server?.urls, relay_only], [[turnUrl], false])
  assert.equal(server?.username, `${ice_expires_at}:o${ada.org.id}u${ada.id}`)
  assert.equal(
    server?.credential,
    createHmac('sha1', turnSecret)
      .update(server?.username ?? '')
      .digest('base64'),
  )
})

test('a person’s setting relays their own calls only', async () => {
  const { ada, ben } = await pair(relayed)
  await ada.call(updateSettings, { calls_relay_only: true })
  const started = await startWith(ada, ben)
  assert.equal(started.relay_only, true)
  assert.equal((await joinAs(ben, started.call.call_id)).relay_only, false)
})

test('the server passes on no address of people whose calls are relayed', async () => {
  for (const [server, hides] of [
    [relayed, true],
    [only, false],
  ] as const) {
    const { ada, ben } = await pair(server)
    if (hides) await ada.call(updateSettings, { calls_relay_only: true })
    const { call } = await startWith(ada, ben)
    await joinAs(ben, call.call_id)
    assert.deepEqual(await passed(ada, ben, call.call_id), passedSignals)
  }
})

test('hiding the address during a call applies at once', async () => {
  const { ada, ben } = await pair(relayed)
  const { call } = await startWith(ada, ben)
  await joinAs(ben, call.call_id)
  const report = { call_id: call.call_id, session_id: one }
  assert.deepEqual(await ada.call(api.reportAlive, report), { relay_only: false })
  await ada.call(updateSettings, { calls_relay_only: true })
  assert.deepEqual(await ada.call(api.reportAlive, report), { relay_only: true })
  assert.deepEqual(await passed(ada, ben, call.call_id), passedSignals)
})

test('a report renews credentials', async () => {
  const { ada, ben } = await pair(relayed)
  const { call, ice_expires_at } = await startWith(ada, ben)
  relayed.clock.advance(60_000)
  const renewed = await ada.call(api.reportAlive, { call_id: call.call_id, session_id: one, renew_ice: true })
  assert.ok((renewed.ice_expires_at ?? 0) >= (ice_expires_at ?? 0) + 60)
  assert.equal(renewed.ice_servers?.[0]?.username, `${renewed.ice_expires_at}:o${ada.org.id}u${ada.id}`)
  relayed.clock.release()
})

test('filtering takes linear time, and neither width nor depth breaks it', () => {
  // a quadratic filter would take minutes for texts this long
  const characters = 2_000_000
  for (const part of [
    'candidate:',
    'a=candidate:1 typ ',
    'a=candidate:\n',
    'c=IN ',
    'a=rtcp: IN ',
    'raddr ',
    '\r',
    ' ',
  ]) {
    const long = part.repeat(characters / part.length)
    for (const text of [
      `${long}\na=${host}`,
      JSON.stringify({ sdp: `${long}\r\na=${host}` }),
      JSON.stringify([host, long]),
    ])
      assert.doesNotMatch(withoutAddresses(text) ?? '', ownAddresses)
  }
  const depth = maxSignalLength / 2
  assert.equal(withoutAddresses('['.repeat(depth) + ']'.repeat(depth)), '[[[[[[[[]]]]]]]]')
})

test('signals of other people pass unchanged', async () => {
  const { ada, ben } = await pair(relayed)
  const { call } = await startWith(ada, ben)
  await joinAs(ben, call.call_id)
  assert.deepEqual(await passed(ada, ben, call.call_id), signals)
})

test('without a relay, people who hide their address can’t be in calls', async ({ ada, ben }) => {
  await ada.call(updateSettings, { calls_relay_only: true })
  await ada.refused(api.startCall, { type: 'direct', to: [ben.id], session_id: one }, api.noRelay)
  const { call } = await startWith(ben, ada)
  await ada.refused(api.joinCall, { call_id: call.call_id, session_id: two }, api.noRelay)
})

test('hiding the address during a call without a relay ends the person’s part in it', async ({ ada, ben }) => {
  const { call } = await startWith(ada, ben)
  await joinAs(ben, call.call_id)
  const watch = await ben.register('call', 'call_session')
  await ada.call(updateSettings, { calls_relay_only: true })
  await callUpkeep.run(ada.org, undefined as never, () => true)
  const [removed] = await watch.of('call_session', 'remove')
  assert.deepEqual([removed?.user_id, removed?.reason], [ada.id, 'removed'])
})
