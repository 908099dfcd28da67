import type { ServerResponse } from 'node:http'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { PushApp } from '../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../test/peers/push-relay.ts'
import { Browser, WebPushService } from '../../../../test/peers/web-push-service.ts'
import * as api from './api.ts'
import { testEncrypted } from './test-api.ts'
import { serverKeys } from './web/server-keys.ts'
import { getWebPush, subscribeWebPush } from './web-api.ts'

const logged: string[] = []
let relay: PushRelay
let service: WebPushService
let server: TestServer
beforeAll(async () => {
  relay = await PushRelay.start()
  service = await WebPushService.start()
  const flags = { ...relay.flags, outboundAllow: '127.0.0.0/8', logLevel: 'debug' }
  server = await startServer(flags, { log: { write: (line) => logged.push(line) } })
})
afterAll(async () => {
  await server.close()
  await relay.close()
  await service.close()
})

test('logs, errors, events, and register contain no keys, tokens, browser addresses, or texts', async () => {
  const society = await TestOrganization.found(server)
  const { owner: ada } = society
  const ben = await society.join('Ben')
  const cleo = await society.join('Cleo')
  const watches = await Promise.all([ben.register(), cleo.register()])
  const app = new PushApp(relay)
  const old = new PushApp(relay)
  const browser = new Browser(service)
  const { device_id } = await ben.call(api.registerClientDevice)
  const params = { ...app.keyParams(), ...app.tokenParams() }
  const oldParams = old.oldParams()
  const errors: string[] = []
  const told = async (work: Promise<unknown>) => {
    await work.catch((error: Error) => errors.push(`${error} ${error.stack} ${JSON.stringify(error)}`))
  }
  const turn = () => told(server.runtime.timer.wake())
  // including refusals
  await told(ben.send('POST', '/mobile_push/register', { ...params, device_id: device_id + 1 }))
  await told(ben.send('POST', '/mobile_push/register', { ...params, device_id, token_id: 'x' }))
  await ben.call(api.registerPush, { device_id, ...params })
  await ben.call(api.registerPush, oldParams)
  const { subscription } = browser
  await ben.call(subscribeWebPush, subscription)
  await turn()
  const fail = (_asked: unknown, response: ServerResponse) => {
    response.writeHead(500).end('your key is wrong')
    return true
  }
  await ada.sends('xyzzyplugh one', ben)
  relay.interfere = fail
  service.interfere = fail
  await turn()
  await told(ben.call(testEncrypted))
  relay.interfere = undefined
  service.interfere = undefined
  server.clock.advance(60_000)
  await turn()
  assert.equal(app.received().length + old.received().length + browser.received().length, 3)
  await ben.call(getWebPush)

  const { privateKey } = await serverKeys(server.runtime.config)
  const secrets = {
    relayKey: relay.key,
    authorization: Buffer.from(`${relay.id}:${relay.key}`).toString('base64'),
    pushKey: params.push_key,
    token: app.token,
    registration: params.encrypted_push_registration,
    publicKey: oldParams.push_public_key,
    address: browser.path,
    auth: subscription.auth,
    p256dh: subscription.p256dh,
    privateKey,
    text: 'xyzzyplugh',
  }
  const events = JSON.stringify(await Promise.all(watches.map((watch) => watch.drain())))
  const states = JSON.stringify([watches.map(({ initial }) => initial), (await ben.register()).initial])
  const answer = JSON.stringify(await ben.call(getWebPush))
  for (const [name, secret] of Object.entries(secrets)) {
    for (const text of [logged.join('\n'), errors.join('\n'), answer])
      assert.ok(!text.includes(secret), `${name} was told`)
    // the text is Ben's own
    if (name !== 'text') for (const text of [events, states]) assert.ok(!text.includes(secret), `${name} was told`)
  }
  assert.ok(logged.length > 0 && errors.length > 2)
})
