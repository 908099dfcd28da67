import {
  afterAll,
  afterEach,
  assert,
  beforeAll,
  type Person,
  startServer,
  TestOrganization,
  type TestServer,
  test,
} from '#test'
import { PushApp } from '../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../test/peers/push-relay.ts'
import { Browser, WebPushService } from '../../../../test/peers/web-push-service.ts'
import { deleteMessage } from '../../messages/messages/api/delete.ts'
import { updateMessageFlags } from '../../messages/messages/api/flags.ts'
import { registerClientDevice, registerPush } from '../../notifications/push-devices/api.ts'
import { subscribeWebPush } from '../../notifications/push-devices/web-api.ts'
import { updateSettings } from '../../people/user-settings/api.ts'
import * as api from './api.ts'
import { callUpkeep } from './due.ts'
import { maxRingsInConversation, ringSecs } from './limits.ts'

const [one, two, three] = ['a', 'b', 'c'].map((letter) => letter.repeat(22)) as [string, string, string]

let service: WebPushService
let relay: PushRelay
let server: TestServer
beforeAll(async () => {
  service = await WebPushService.start()
  relay = await PushRelay.start()
  server = await startServer({ ...relay.flags, outboundAllow: '127.0.0.0/8' })
})
afterEach(() => server.clock.release())
afterAll(async () => {
  await server.close()
  await Promise.all([service.close(), relay.close()])
})

const wake = () => server.runtime.timer.wake()
const startWith = (caller: Person, person: Person, session_id = one) =>
  caller.call(api.startCall, { type: 'direct', to: [person.id], session_id })
const end = (person: Person, call_id: number) => person.call(api.endCall, { call_id })

async function withBrowser(person: Person): Promise<Browser> {
  const browser = new Browser(service)
  await person.call(subscribeWebPush, browser.subscription)
  return browser
}

async function people() {
  const society = await TestOrganization.found(server)
  const ben = await society.join('Ben')
  return { society, ada: society.owner, ben, browsers: [await withBrowser(ben), await withBrowser(ben)] as const }
}

const typesIn = (browser: Browser) => browser.received().map(({ type }) => type)
const headersIn = (browser: Browser) =>
  (service.kept.get(browser.path) ?? []).map(({ headers: { ttl, urgency, topic } }) => ({ ttl, urgency, topic }))

test('a call rings all of the person’s browsers, for as long as it rings', async () => {
  const { ada, ben, browsers } = await people()
  const { call } = await startWith(ada, ben)
  await wake()
  for (const browser of browsers) {
    const [payload, ...more] = browser.received()
    assert.deepEqual(more, [])
    assert.deepEqual(
      [payload?.type, payload?.call_id, payload?.message_id, payload?.sender_full_name, payload?.silent],
      ['call', call.call_id, call.message_id, ada.name, false],
    )
    const [{ ttl, urgency, topic }] = headersIn(browser) as [{ ttl: string; urgency: string; topic: string }]
    assert.ok(Number(ttl) > 0 && Number(ttl) <= ringSecs, ttl)
    assert.deepEqual([urgency, topic], ['high', `call-${call.call_id}`])
  }
})

test('accepting or declining stops the ring on all browsers at once', async () => {
  const { ada, ben, browsers } = await people()
  const accepted = (await startWith(ada, ben)).call
  await wake()
  await ben.call(api.joinCall, { call_id: accepted.call_id, session_id: two })
  await wake()
  await end(ada, accepted.call_id)
  const declined = (await startWith(ada, ben)).call
  await wake()
  await ben.call(api.declineCall, { call_id: declined.call_id })
  await wake()
  for (const browser of browsers) {
    assert.deepEqual(typesIn(browser), ['call', 'remove', 'call', 'remove'])
    assert.deepEqual(browser.received()[1]?.message_ids, [accepted.message_id])
    const [ring, stop] = headersIn(browser)
    assert.deepEqual([stop?.topic, stop?.urgency], [ring?.topic, 'high'])
  }
})

test('a call whose ring stops before it was delivered isn’t shown at all', async () => {
  const { ada, ben, browsers } = await people()
  const { call } = await startWith(ada, ben)
  await ben.call(api.declineCall, { call_id: call.call_id })
  await wake()
  for (const browser of browsers) assert.deepEqual(browser.received(), [])
})

test('a missed call replaces the ring with a notification of its message', async () => {
  const { ada, ben, browsers } = await people()
  const left = (await startWith(ada, ben)).call
  await wake()
  await ada.call(api.leaveCall, { call_id: left.call_id, session_id: one })
  await wake()
  const expired = (await startWith(ada, ben)).call
  await wake()
  server.clock.advance((ringSecs + 1) * 1_000)
  await ada.call(api.reportAlive, { call_id: expired.call_id, session_id: one })
  await callUpkeep.run(ada.org, undefined as never, () => true)
  await wake()
  for (const browser of browsers) {
    assert.deepEqual(typesIn(browser), ['call', 'message', 'call', 'message'])
    assert.match(String(browser.received()[1]?.content), /Missed call/)
    assert.deepEqual(browser.received()[3]?.message_id, expired.message_id)
    const topics = headersIn(browser).map(({ topic }) => topic)
    assert.deepEqual([topics[0], topics[2]], [topics[1], topics[3]])
  }
})

test('a message that was read while the call rang isn’t notified again', async () => {
  const { ada, ben, browsers } = await people()
  const { call } = await startWith(ada, ben)
  await wake()
  await ben.call(updateMessageFlags, { messages: [call.message_id], op: 'add', flag: 'read' })
  await wake()
  await ada.call(api.leaveCall, { call_id: call.call_id, session_id: one })
  await wake()
  for (const browser of browsers) {
    assert.deepEqual(typesIn(browser), ['call', 'remove'])
    assert.deepEqual(browser.received()[1]?.message_ids, [call.message_id])
  }
})

test('a ring stops if its message was deleted', async () => {
  const { ada, ben, browsers } = await people()
  const { call } = await startWith(ada, ben)
  await wake()
  await ada.call(deleteMessage, { message_id: call.message_id })
  await ada.call(api.leaveCall, { call_id: call.call_id, session_id: one })
  await wake()
  await wake()
  for (const browser of browsers) assert.deepEqual(typesIn(browser), ['call', 'remove'])
})

test('a missed call notifies only people who get pushes of messages', async () => {
  const { ada, ben, browsers, society } = await people()
  const cleo = await society.join('Cleo')
  const hers = await withBrowser(cleo)
  await ben.call(updateSettings, { enable_offline_push_notifications: false })
  const to = [ben.id, cleo.id]
  const { call } = await ada.call(api.startCall, { type: 'direct', to, session_id: one })
  await wake()
  await ada.call(api.leaveCall, { call_id: call.call_id, session_id: one })
  await wake()
  for (const browser of browsers) assert.deepEqual(typesIn(browser), ['call', 'remove'])
  assert.deepEqual(typesIn(hers), ['call', 'message'])
})

test('do not disturb and another call keep a call from ringing browsers', async () => {
  const { ada, ben, browsers, society } = await people()
  const cleo = await society.join('Cleo')
  await ben.call(api.joinCall, { call_id: (await startWith(cleo, ben)).call.call_id, session_id: two })
  await startWith(ada, ben, three)
  await wake()
  for (const browser of browsers) assert.deepEqual(typesIn(browser).filter((type) => type === 'call').length, 0)
  const dora = await society.join('Dora')
  const quiet = await withBrowser(dora)
  await dora.send('POST', '/quiet_time/pause', { until: Math.floor(Date.now() / 1_000) + 3_600 })
  await startWith(ada, dora)
  await wake()
  assert.deepEqual(quiet.received(), [])
})

test('the setting turns off ringing or its sound, and the message still notifies', async () => {
  const { ada, ben, browsers } = await people()
  await ben.call(updateSettings, { call_ringing: 'silent' })
  const first = await startWith(ada, ben)
  assert.deepEqual(first.call.ringing.length, 1)
  await wake()
  await end(ada, first.call.call_id)
  await wake()
  await ben.call(updateSettings, { call_ringing: 'off' })
  const second = await startWith(ada, ben)
  assert.deepEqual(second.call.ringing, [])
  await wake()
  for (const browser of browsers) {
    assert.deepEqual(typesIn(browser), ['call', 'message', 'message'])
    assert.equal(browser.received()[0]?.silent, true)
  }
})

test('apps get the message of a call like any other', async () => {
  const { ada, ben } = await people()
  const app = new PushApp(relay)
  const { device_id } = await ben.call(registerClientDevice)
  await ben.call(registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  await wake()
  const { call } = await startWith(ada, ben)
  await wake()
  assert.deepEqual(
    app.received().map(({ type, message_id }) => [type, message_id]),
    [['message', call.message_id]],
  )
})

test('a person rings in a conversation up to three times in five minutes', async () => {
  const { ada, ben, society } = await people()
  const { count, minutes } = maxRingsInConversation
  for (let time = 1; time < count; time++) await end(ada, (await startWith(ada, ben)).call.call_id)
  const { call } = await startWith(ada, ben)
  const { call_id } = call
  await ben.call(api.declineCall, { call_id })
  const again = { call_id, user_ids: [ben.id] }
  const { message } = await ada.refused(api.ringPeople, again, api.rangOften)
  assert.match(message, /You've called 3 times in 5 minutes\. You can call again in \d+ seconds/)
  await end(ada, call_id)
  await ada.refused(api.startCall, { type: 'direct', to: [ben.id], session_id: one }, api.rangOften)
  const cleo = await society.join('Cleo')
  assert.equal((await startWith(ada, cleo)).call.ringing.length, 1)
  assert.equal((await startWith(ben, ada, two)).call.ringing.length, 0)
  await end(ben, (await ben.call(api.getCalls)).calls[0]?.call_id as number)
  server.clock.advance(minutes * 60_000)
  assert.equal((await startWith(ada, ben)).call.ringing.length, 1)
})

test('ringing again during a call keeps who missed it up to date', async () => {
  const { ada, ben } = await people()
  const { call } = await startWith(ada, ben)
  const { call_id } = call
  await ben.call(api.declineCall, { call_id })
  assert.deepEqual((await ada.call(api.getCall, { call_id })).missed_by_ids, [ben.id])
  await ada.call(api.ringPeople, { call_id, user_ids: [ben.id] })
  await ben.call(api.joinCall, { call_id, session_id: two })
  assert.deepEqual((await ada.call(api.getCall, { call_id })).missed_by_ids, [])
})
