import { afterAll, afterEach, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { PushApp } from '../../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../../test/peers/push-relay.ts'
import * as api from '../api.ts'

let relay: PushRelay
let server: TestServer
beforeAll(async () => {
  relay = await PushRelay.start()
  server = await startServer(relay.flags)
})
afterEach(() => {
  relay.interfere = undefined
  server.clock.release()
})
afterAll(async () => {
  await server.close()
  await relay.close()
})

const minute = 60_000
const day = 86_400_000
const answered =
  (status: number, text: string): PushRelay['interfere'] =>
  (_asked, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    return true
  }

const wake = (): Promise<string> =>
  server.runtime.timer.wake().then(
    () => '',
    (error: Error) => String(error),
  )

async function waiting() {
  const { owner: ada } = await TestOrganization.found(server)
  const app = new PushApp(relay)
  const { device_id } = await ada.call(api.registerClientDevice)
  await ada.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  const device = async () =>
    ((await ada.register('device')).initial.devices as Record<string, api.Device>)[device_id] as api.Device
  return { ada, app, device_id, device }
}

test('a relay that fails or sends invalid responses is retried and gets no secrets', async () => {
  const { app, device } = await waiting()
  const rude: [PushRelay['interfere'], RegExp][] = [
    [answered(500, 'Internal Server Error'), /answers with status 500$/],
    [answered(200, '<html>Welcome</html>'), /something else than it should$/],
    [answered(200, '[]'), /something else than it should$/],
    [answered(200, '{"result":"error"}'), /answers with status 200$/],
    [answered(401, '{"result":"error","code":"X"}'), /does not accept this server/],
    [answered(403, '{"result":"error","code":"MISSING_REMOTE_REALM"}'), /does not accept this server/],
    [answered(400, '{"result":"error","code":"SOMETHING_NEW"}'), /answers with status 400$/],
    [answered(307, '{"result":"success"}'), /answers with status 307$/],
    [(_asked, response) => !response.socket?.destroy() || true, /cannot be reached/],
  ]
  for (const [interfere, said] of rude) {
    relay.interfere = interfere
    // each is a first attempt, which is reported to the operator
    await server.runtime.db.transaction((tx) => tx.updateTable('push_registration').set({ attempts: 0 }).execute())
    const told = await wake()
    assert.match(told, said)
    for (const secret of [relay.key, app.token, app.keyParams().push_key]) assert.ok(!told.includes(secret))
    assert.equal((await device()).pending_push_token_id, app.tokenId)
    server.clock.advance(20 * minute)
  }
  relay.interfere = undefined
  assert.equal(await wake(), '')
  assert.equal((await device()).push_token_id, app.tokenId)
})

test('only the first of many failures is reported, and the delays grow', async () => {
  const { device } = await waiting()
  relay.interfere = answered(502, '')
  assert.match(await wake(), /502/)
  const asked = () => relay.asked.length
  let before = asked()
  await wake()
  assert.equal(asked(), before, 'not before its time')
  for (const seconds of [5, 10, 20]) {
    server.clock.advance(seconds * 1000)
    before = asked()
    assert.equal(await wake(), '')
    assert.equal(asked(), before + 1)
  }
  relay.interfere = undefined
  server.clock.advance(day / 2)
  await wake()
  assert.ok((await device()).push_token_id)
})

test('registrations unsent for a day expire', async () => {
  const { device } = await waiting()
  relay.interfere = answered(503, '')
  await wake()
  server.clock.advance(day + minute)
  await wake()
  const { pending_push_token_id, push_registration_error_code } = await device()
  assert.deepEqual([pending_push_token_id, push_registration_error_code], [null, 'REQUEST_EXPIRED'])
})

test('a process that ends before storing the response repeats the request', async () => {
  const { device, app } = await waiting()
  const registered = relay.registered.length
  // as after a crash between the two mutations: taken, but neither done nor postponed
  await server.runtime.db.transaction((tx) => tx.updateTable('push_registration').set({ attempts: 1 }).execute())
  await wake()
  assert.equal(relay.registered.length, registered + 1)
  assert.equal((await device()).push_token_id, app.tokenId)
})

test('a slow response to a replaced registration is ignored', async () => {
  const { ada, device_id, device } = await waiting()
  const { asked, release } = relay.hold()
  const turn = wake()
  await asked
  await ada.call(api.removeClientDevice, { device_id })
  release()
  assert.equal(await turn, '')
  assert.equal(await device(), undefined)
})

test("an older app without an ID from the relay isn't registered", async () => {
  const { owner: ada } = await TestOrganization.found(server)
  const app = new PushApp(relay)
  relay.interfere = answered(200, '{"result":"success"}')
  await ada.call(api.registerPush, app.oldParams())
  assert.match(await wake(), /something else than it should$/)
  relay.interfere = answered(200, '{"result":"success","device_id":"7; drop table"}')
  server.clock.advance(minute)
  await wake()
  const status = async () => (await ada.register('push_device')).initial.push_devices
  assert.deepEqual(await status(), { [app.accountId]: { status: 'pending' } })
  relay.interfere = undefined
  server.clock.advance(minute)
  await wake()
  assert.deepEqual(await status(), { [app.accountId]: { status: 'active' } })
})

test('the relay gets the server and organization, but no user or key', async () => {
  const { ada, app } = await waiting()
  await wake()
  const { headers, body } = relay.asked.at(-1) as (typeof relay.asked)[number]
  assert.equal(headers.authorization, `Basic ${Buffer.from(`${relay.id}:${relay.key}`).toString('base64')}`)
  const form = Object.fromEntries(new URLSearchParams(body))
  assert.deepEqual(Object.keys(form).sort(), [
    'bouncer_public_key',
    'encrypted_push_registration',
    'realm_uuid',
    'token_id',
  ])
  for (const secret of [ada.email, app.keyParams().push_key]) assert.ok(!body.includes(encodeURIComponent(secret)))
})

test('rows waiting for a relay that was unconfigured cause no work', async ({ ada, server: alone }) => {
  await alone.runtime.db.transaction(async (tx) => {
    const now = new Date()
    const { id } = await tx
      .insertInto('push_device')
      .values({ org_id: ada.org.id, user_id: ada.id, kind: 'app', pending_token_id: 'AAAAAAAAAAA=', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const text = { bouncer_public_key: 'x', encrypted_push_registration: 'x' }
    await tx
      .insertInto('push_registration')
      .values({ org_id: ada.org.id, device_id: id, ...text, due_at: now, created_at: now })
      .execute()
  })
  await alone.runtime.timer.wake()
  const [row] = await alone.runtime.db.read((tx) => tx.selectFrom('push_registration').selectAll().execute())
  assert.ok(row && row.due_at > new Date())
})
