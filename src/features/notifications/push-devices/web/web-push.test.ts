import type { ServerResponse } from 'node:http'
import { vi } from 'vitest'
import type { Person } from '#test'
import { afterAll, afterEach, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { Browser as SignedInBrowser } from '../../../../../test/harness/oidc.ts'
import { PushApp } from '../../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../../test/peers/push-relay.ts'
import { SilentServices } from '../../../../../test/peers/silent-services.ts'
import { Browser, WebPushService } from '../../../../../test/peers/web-push-service.ts'
import { regenerateOwnApiKey } from '../../../people/users/key-api.ts'
import { endSessions } from '../../../sign-in/sessions/api.ts'
import { noSuchDevice, registerClientDevice, registerPush, removeClientDevice } from '../api.ts'
import { maxBytes } from '../notices/payload.ts'
import { noActiveDevice, relayFails, testEncrypted } from '../test-api.ts'
import * as api from '../web-api.ts'
import { canBeSilent } from './web-push.ts'

let service: WebPushService
let server: TestServer
beforeAll(async () => {
  service = await WebPushService.start()
  server = await startServer({ outboundAllow: '127.0.0.0/8' })
})
afterEach(() => {
  service.interfere = undefined
  server.clock.release()
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const wake = (): Promise<string> =>
  server.runtime.timer.wake().then(
    () => '',
    (error: Error) => String(error),
  )

async function withBrowser(person: Person): Promise<Browser & { device_id: number }> {
  const browser = new Browser(service)
  const { device_id } = await person.call(api.subscribeWebPush, browser.subscription)
  return Object.assign(browser, { device_id })
}

async function people(on = server) {
  const society = await TestOrganization.found(on)
  const ben = await society.join('Ben')
  return { society, ada: society.owner, ben, browser: await withBrowser(ben) }
}

const subscriptionsOf = async (person: Person) => (await person.call(api.getWebPush)).subscriptions

test('a subscribed browser gets notifications and removals without a relay', async () => {
  const { ada, ben, browser } = await people()
  const second = await withBrowser(ben)
  const id = await ada.sends('Hello **world**', ben)
  await wake()
  for (const one of [browser, second]) {
    const [payload, ...more] = one.received()
    assert.deepEqual(more, [])
    assert.deepEqual(
      [payload?.type, payload?.message_id, payload?.content, payload?.recipient_type, payload?.user_id],
      ['message', id, 'Hello world', 'direct', ben.id],
    )
  }
  await ben.send('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  server.clock.advance(5_000)
  await wake()
  assert.deepEqual(browser.received().at(-1)?.message_ids, [id])
  const [first, last] = service.kept.get(browser.path) as { headers: Record<string, unknown>; body: Buffer }[]
  assert.deepEqual([first?.headers.urgency, last?.headers.urgency], ['high', 'normal'])
  assert.ok(!first?.body.includes('world'))
})

test("requests are signed with the server's key and name its contact", async () => {
  const { ada, ben } = await people()
  const { public_key } = await ada.call(api.getWebPush)
  await ben.call(testEncrypted)
  const { key, claims } = service.signers.at(-1) as WebPushService['signers'][number]
  assert.equal(key, public_key)
  assert.deepEqual([claims.aud, claims.sub], [service.url, 'mailto:postmaster@loquat.test'])
})

test('resubscribing is idempotent, new keys replace old ones, and browsers have one user', async () => {
  const { ada, ben, browser } = await people()
  assert.equal((await ben.call(api.subscribeWebPush, browser.subscription)).device_id, browser.device_id)
  const { auth } = new Browser(service).subscription
  assert.equal((await ben.call(api.subscribeWebPush, { ...browser.subscription, auth })).device_id, browser.device_id)
  const [listed, ...more] = await subscriptionsOf(ben)
  assert.deepEqual(more, [])
  assert.deepEqual([listed?.device_id, listed?.host], [browser.device_id, new URL(service.url).host])
  const { device_id } = await ada.call(api.subscribeWebPush, browser.subscription)
  assert.notEqual(device_id, browser.device_id)
  assert.deepEqual(await subscriptionsOf(ben), [])
  assert.deepEqual(
    (await subscriptionsOf(ada)).map((one) => one.device_id),
    [device_id],
  )
})

test('a browser gets nothing after unsubscribing, signing out, or a new API key', async () => {
  const { ada, ben, browser } = await people()
  await ada.refused(api.unsubscribeWebPush, { device_id: browser.device_id }, noSuchDevice)
  await ben.call(api.unsubscribeWebPush, { device_id: browser.device_id })
  await ben.refused(api.unsubscribeWebPush, { device_id: browser.device_id }, noSuchDevice)
  const second = await withBrowser(ben)
  await ben.call(removeClientDevice, { device_id: second.device_id })
  const third = await withBrowser(ada)
  await ada.call(regenerateOwnApiKey)
  await ben.sends('Hello', ben)
  const cleo = await withBrowser(ben)
  await ben.call(api.unsubscribeWebPush, { device_id: cleo.device_id })
  await wake()
  for (const one of [browser, second, third, cleo]) assert.deepEqual(one.received(), [])
})

test('a browser gets nothing after its session ended, wherever that was done', async () => {
  const { ada, ben, society } = await people()
  const signedIn = async () => {
    const window = new SignedInBrowser(server, society.org)
    await window.post('/accounts/login', { username: ada.email, password: 'correct horse battery' })
    const browser = new Browser(service)
    const own = { 'x-loquat-web': '1', 'sec-fetch-site': 'same-origin' }
    await window.post('/api/v1/web_push/subscriptions', browser.subscription, own)
    return { window, browser }
  }
  const [here, there] = [await signedIn(), await signedIn()]
  await ben.sends('one', ada)
  await wake()
  await here.window.post('/accounts/logout', {})
  await ben.sends('two', ada)
  await wake()
  const texts = (browser: Browser) => browser.received().map(({ content }) => content)
  assert.deepEqual([texts(here.browser), texts(there.browser)], [['one'], ['one', 'two']])
  await ada.call(endSessions, {})
  await ben.sends('three', ada)
  await wake()
  assert.deepEqual([texts(here.browser), texts(there.browser)], [['one'], ['one', 'two']])
  assert.deepEqual(await subscriptionsOf(ada), [])
})

test('users can hide direct message texts in notifications', async () => {
  const { ada, ben, browser } = await people()
  await ben.send('PATCH', '/settings', { pm_content_in_desktop_notifications: false })
  await ben.send('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'open' }] })
  await ada.sends('secret', ben)
  await ada.sends(`@**${ben.name}** public`, { channel: 'open', topic: 'all' })
  await wake()
  // from two conversations, which are sent at once
  assert.deepEqual(
    browser
      .received()
      .map(({ content }) => content)
      .sort(),
    ['', `@${ben.name} public`],
  )
})

test('browsers that cancel subscriptions for silent pushes get no removals', () => {
  assert.equal(canBeSilent('https://web.push.apple.com/QAbc'), false)
  assert.equal(canBeSilent('https://fcm.googleapis.com/fcm/send/abc'), true)
})

test("invalid subscriptions are refused with the field's name", async () => {
  const { ben, browser } = await people()
  const off = Buffer.alloc(65, 7)
  off[0] = 4
  const wrong: [Partial<Browser['subscription']>, RegExp][] = [
    [{ endpoint: 'nothing' }, /endpoint/],
    [{ endpoint: 'ftp://push.example/x' }, /endpoint/],
    [{ endpoint: 'https://me:secret@push.example/x' }, /endpoint/],
    [{ endpoint: 'https://10.1.2.3/x' }, /endpoint.*public/],
    [{ endpoint: 'https://[::ffff:10.1.2.3]/x' }, /endpoint.*public/],
    [{ endpoint: `https://push.example/${'x'.repeat(2_000)}` }, /endpoint/],
    [{ p256dh: 'AAAA' }, /p256dh/],
    [{ p256dh: off.toString('base64url') }, /p256dh/],
    [{ auth: 'AAAA' }, /auth/],
    [{ auth: '!!!!' }, /auth/],
  ]
  for (const [part, named] of wrong) {
    const error = await ben.refusedRaw('POST', '/web_push/subscriptions', { ...browser.subscription, ...part })
    assert.equal(error.code, 'BAD_REQUEST')
    assert.match(error.message, named)
  }
})

test('private addresses are never contacted under any name unless allowed', async ({ server: strict }) => {
  const { owner: ada, ...society } = await TestOrganization.found(strict)
  const browser = new Browser(service)
  for (const endpoint of [browser.subscription.endpoint, 'https://127.0.0.1/x', 'http://push.example/x'])
    await ada.refused(api.subscribeWebPush, { ...browser.subscription, endpoint }, api.badPushAddress)
  // a name of this machine
  const { port } = new URL(service.url)
  const endpoint = `https://localhost:${port}${browser.path}`
  await ada.call(api.subscribeWebPush, { ...browser.subscription, endpoint })
  const before = service.asked.length
  await ada.refused(testEncrypted, {}, noActiveDevice)
  assert.equal(service.asked.length, before)
  assert.deepEqual(await subscriptionsOf(ada), [], 'it is forgotten')
  assert.ok(society)
})

test('a browser that is gone is removed', async () => {
  const { ada, ben, browser } = await people()
  service.gone.add(browser.path)
  await ada.sends('Hello', ben)
  assert.equal(await wake(), '')
  assert.deepEqual(await subscriptionsOf(ben), [])
})

test("a failing push service is retried and reported without the browser's secret", async () => {
  const { ada, ben, browser } = await people()
  for (const status of [429, 500, 503, 302, 400]) {
    service.interfere = (_asked, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('x'.repeat(5_000))
      return true
    }
    await ada.sends(`${status}`, ben)
    const told = await wake()
    assert.match(told, new RegExp(`push service at 127.0.0.1:\\d+ answers with status ${status}$`))
    assert.ok(!told.includes(browser.path))
    service.interfere = undefined
    server.clock.advance(10_000)
    assert.equal(await wake(), '')
    assert.equal(browser.received().at(-1)?.content, `${status}`)
  }
  service.interfere = (_asked, response) => !response.socket?.destroy() || true
  await ada.sends('cut', ben)
  assert.match(await wake(), /cannot be reached/)
  const error = await ben.call(testEncrypted).then(
    () => undefined,
    (problem: { code: string }) => problem,
  )
  assert.equal(error?.code, relayFails.code)
})

test("a refused browser doesn't block others of the same push service", async () => {
  const { ada, ben, browser } = await people()
  const second = await withBrowser(ben)
  service.interfere = ({ path }, response) => {
    if (path !== browser.path) return false
    response.writeHead(400).end()
    return true
  }
  await ada.sends('Hello', ben)
  assert.match(await wake(), /status 400$/)
  assert.equal(second.received().length, 1)
})

test("a push service that doesn't respond is called once per turn", async () => {
  const { ada, ben } = await people()
  for (let count = 0; count < 19; count++) await withBrowser(ben)
  const asked = service.asked.length
  service.interfere = (_asked, response) => !response.socket?.destroy() || true
  await ada.sends('Hello', ben)
  await wake()
  // sixteen at once, before any has failed
  assert.ok(service.asked.length - asked <= 16)
})

test('unresponsive push services delay only the user who subscribed with them', async () => {
  // a server of its own: they're retried after the test
  const own = await startServer({ outboundAllow: '127.0.0.0/8' })
  const { ada, ben } = await people(own)
  const cleo = await withBrowser(ada)
  const silent = await SilentServices.start(20)
  const { held } = silent
  try {
    for (const address of silent.addresses) {
      const browser = new Browser(service)
      await ben.call(api.subscribeWebPush, { ...browser.subscription, endpoint: address + browser.path })
    }
    const until = (fits: () => boolean) => vi.waitFor(() => assert.ok(fits()), { timeout: 200_000, interval: 20 })
    const told = (count: number) => until(() => cleo.received().length === count)
    await ada.sends('Hello', ben)
    const first = own.runtime.timer.wake()
    await until(() => held.size > 0)
    await ben.sends('one', ada)
    const second = own.runtime.timer.wake()
    await told(1)
    assert.ok(held.size > 0, 'the others hang still')
    // services that didn't respond before are neither awaited again nor called while a request is open
    await ada.sends('Hello', ben)
    own.clock.advance(20_000)
    const third = own.runtime.timer.wake()
    await ben.sends('two', ada)
    const fourth = own.runtime.timer.wake()
    await told(2)
    assert.ok(held.size > 0)
    assert.ok(held.size <= 4, `${held.size} connections are held at once`)
    await Promise.allSettled([first, second, third, fourth])
  } finally {
    silent.close()
    await own.close()
  }
})

test("a push service's Retry-After is respected", async () => {
  const { ada, ben, browser } = await people()
  service.interfere = (_asked, response) => {
    response.writeHead(429, { 'retry-after': '600' }).end()
    return true
  }
  await ada.sends('Hello', ben)
  await wake()
  service.interfere = undefined
  const asked = () => service.asked.filter(({ path }) => path === browser.path).length
  server.clock.advance(590_000)
  await wake()
  assert.equal(asked(), 1)
  server.clock.advance(20_000)
  await wake()
  assert.equal(browser.received().length, 1)
})

test("the longest notification fits the push services' limit", async () => {
  const { ada, ben, browser } = await people()
  await ada.send('PATCH', '/settings', { full_name: '語'.repeat(100) })
  await ada.sends('語'.repeat(5_000), ben)
  await wake()
  const [asked] = service.kept.get(browser.path) as { body: Buffer }[]
  assert.ok((asked as { body: Buffer }).body.length <= maxBytes + 200)
  assert.match(String(browser.received()[0]?.content), /…$/)
})

test('a user with very many browsers loses the oldest', async () => {
  const { ben, browser } = await people()
  for (let count = 0; count < 20; count++) await withBrowser(ben)
  const ids = (await subscriptionsOf(ben)).map(({ device_id }) => device_id)
  assert.equal(ids.length, 20)
  assert.ok(!ids.includes(browser.device_id))
})

test("a slow push service doesn't delay apps", async () => {
  const relay = await PushRelay.start()
  const both = await startServer({ ...relay.flags, outboundAllow: '127.0.0.0/8' })
  try {
    const society = await TestOrganization.found(both)
    const ben = await society.join('Ben')
    const browser = await withBrowser(ben)
    const app = new PushApp(relay)
    const { device_id } = await ben.call(registerClientDevice)
    await ben.call(registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
    await both.runtime.timer.wake()
    const held = new Promise<ServerResponse>((resolve) => {
      service.interfere = (_asked, response) => {
        service.interfere = undefined
        resolve(response)
        return true
      }
    })
    await society.owner.sends('Hello', ben)
    const turn = both.runtime.timer.wake()
    await relay.until(() => app.received().length === 1)
    await society.owner.sends('Hello', ben)
    const next = both.runtime.timer.wake()
    await relay.until(() => app.received().length === 2)
    const unanswered = await held
    unanswered.writeHead(201).end()
    await Promise.all([turn, next])
    assert.equal(browser.received().length, 1, 'the other one was answered without being kept')
  } finally {
    await both.close()
    await relay.close()
  }
})
