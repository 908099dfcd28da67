import { botTypes, roles } from '#contract'
import type { Person } from '#test'
import { afterAll, assert, beforeAll, startServer, TestOrganization, type TestServer, test } from '#test'
import { PushApp } from '../../../../test/peers/push-app.ts'
import { PushRelay } from '../../../../test/peers/push-relay.ts'
import { regenerateOwnApiKey } from '../../people/users/key-api.ts'
import * as api from './api.ts'
import * as unencrypted from './unencrypted-api.ts'

let relay: PushRelay
let server: TestServer
beforeAll(async () => {
  relay = await PushRelay.start()
  server = await startServer(relay.flags)
})
afterAll(async () => {
  await server.close()
  await relay.close()
})

const found = () => TestOrganization.found(server)
const deliver = () => server.runtime.timer.wake()

async function registered(person: Person): Promise<{ app: PushApp; device_id: number }> {
  const app = new PushApp(relay)
  const { device_id } = await person.call(api.registerClientDevice)
  await person.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  await deliver()
  return { app, device_id }
}

const deviceOf = async (person: Person, id: number) => {
  const watch = await person.register('device')
  return (watch.initial.devices as Record<string, api.Device>)[id]
}

test('a device is added, registered, and confirmed by the relay, with events', async () => {
  const { owner: ada } = await found()
  const watch = await ada.register('device')
  assert.deepEqual(watch.initial.devices, {})
  const app = new PushApp(relay, 'apns')
  const { device_id } = await ada.call(api.registerClientDevice)
  await watch.agreesWithFreshRegister()
  await ada.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  await watch.agreesWithFreshRegister()
  const pending = await deviceOf(ada, device_id)
  assert.deepEqual(
    [pending?.push_key_id, pending?.push_token_id, pending?.pending_push_token_id],
    [app.keyId, null, app.tokenId],
  )
  await deliver()
  assert.deepEqual(await watch.ops(), ['add', 'update', 'update'])
  assert.deepEqual((await watch.of('device')).at(-1), {
    type: 'device',
    op: 'update',
    device_id,
    push_token_id: app.tokenId,
    pending_push_token_id: null,
  })
  await watch.agreesWithFreshRegister()
  const { token, token_kind, realm_uuid } = relay.registered.at(-1) as (typeof relay.registered)[number]
  assert.deepEqual([token, token_kind], [app.token, 'apns'])
  assert.equal(realm_uuid, (await ada.register('realm')).initial.realm_uuid)
})

test('key and token change separately, and repeating a request changes nothing', async () => {
  const { owner: ada } = await found()
  const { app, device_id } = await registered(ada)
  const watch = await ada.register('device')
  await ada.call(api.registerPush, { device_id, ...app.keyParams(), ...app.tokenParams() })
  assert.deepEqual(await watch.ops(), [])
  app.newKey()
  await ada.call(api.registerPush, { device_id, ...app.keyParams() })
  assert.deepEqual(await watch.of('device'), [{ type: 'device', op: 'update', device_id, push_key_id: app.keyId }])
  const before = app.tokenId
  app.newToken()
  await ada.call(api.registerPush, { device_id, ...app.tokenParams() })
  await ada.call(api.registerPush, { device_id, ...app.tokenParams() })
  const pending = await deviceOf(ada, device_id)
  assert.deepEqual([pending?.push_token_id, pending?.pending_push_token_id], [before, app.tokenId])
  app.newToken()
  await ada.refused(api.registerPush, { device_id, ...app.tokenParams() }, api.registrationPending)
  await deliver()
  await ada.call(api.registerPush, { device_id, ...app.tokenParams() })
  await deliver()
  assert.equal((await deviceOf(ada, device_id))?.push_token_id, app.tokenId)
  await watch.agreesWithFreshRegister()
})

test('incomplete and invalid requests are refused by name and change nothing', async () => {
  const { owner: ada } = await found()
  const app = new PushApp(relay)
  const { device_id } = await ada.call(api.registerClientDevice)
  const all = { device_id, ...app.keyParams(), ...app.tokenParams() }
  const watch = await ada.register('device')
  const wrong: Record<string, unknown> = {
    device_id: -1,
    token_kind: 'wns',
    push_key: Buffer.alloc(33).toString('base64'),
    push_key_id: 2 ** 32,
    token_id: 'AAAA',
    bouncer_public_key: Buffer.alloc(31).toString('base64'),
    encrypted_push_registration: 'not base64!',
  }
  for (const [name, value] of Object.entries(wrong)) {
    const error = await ada.refusedRaw('POST', '/mobile_push/register', { ...all, [name]: value })
    assert.equal(error.code, 'BAD_REQUEST')
    assert.match(error.message, new RegExp(`\\b${name}\\b`))
    const { [name]: _, ...rest } = all as Record<string, unknown>
    const missing = await ada.refusedRaw('POST', '/mobile_push/register', rest)
    assert.match(missing.message, new RegExp(`\\b${name === 'device_id' ? 'push_account_id' : name}\\b`))
  }
  await ada.refused(api.registerPush, { device_id }, api.nothingToRegister)
  await ada.refused(api.registerPush, { device_id, ...app.keyParams() }, api.firstNeedsBoth)
  await ada.refused(api.registerPush, { device_id, ...app.tokenParams() }, api.firstNeedsBoth)
  await ada.refused(api.registerPush, { ...all, device_id: device_id + 1000 }, api.noSuchDevice)
  assert.deepEqual(await watch.ops(), [])
})

test('the older form registers an app by its own ID with a public key', async () => {
  const { owner: ada } = await found()
  const app = new PushApp(relay)
  const watch = await ada.register('push_device')
  const { token_kind, ...others } = app.oldParams()
  await ada.send('POST', '/mobile_push/register', { ...others, token_kind: 'android' })
  await ada.send('POST', '/mobile_push/register', { ...others, token_kind })
  await deliver()
  assert.deepEqual(await watch.of('push_device'), [
    { type: 'push_device', push_account_id: app.accountId, status: 'pending' },
    { type: 'push_device', push_account_id: app.accountId, status: 'active' },
  ])
  assert.deepEqual((await ada.register('push_device')).initial.push_devices, { [app.accountId]: { status: 'active' } })
  await watch.agreesWithFreshRegister()
  for (const name of Object.keys(app.oldParams())) {
    const { [name]: _, ...rest } = app.oldParams() as Record<string, unknown>
    const error = await ada.refusedRaw('POST', '/mobile_push/register', rest)
    assert.deepEqual([error.code, error.fields.var_name], ['REQUEST_VARIABLE_MISSING', name])
  }
  const zero = { ...app.oldParams(), push_account_id: 7, push_public_key: Buffer.alloc(32).toString('base64') }
  await ada.refused(api.registerPush, zero, api.unusableKey)
  for (const push_account_id of [1.5, 2 ** 53, 'x'])
    assert.match(
      (await ada.refusedRaw('POST', '/mobile_push/register', { ...app.oldParams(), push_account_id })).message,
      /push_account_id/,
    )
})

test('the app gets an error code for correctable relay refusals', async () => {
  const { owner: ada } = await found()
  const app = new PushApp(relay)
  const { device_id } = await ada.call(api.registerClientDevice)
  const code = async () => {
    await deliver()
    return (await deviceOf(ada, device_id))?.push_registration_error_code
  }
  const watch = await ada.register('device')
  const old = app.tokenParams({ timestamp: 1_000_000_000 })
  await ada.call(api.registerPush, { device_id, ...app.keyParams(), ...old })
  assert.equal(await code(), 'REQUEST_EXPIRED')
  const other = Buffer.alloc(32, 9).toString('base64')
  await ada.call(api.registerPush, { device_id, ...app.tokenParams(), bouncer_public_key: other })
  assert.equal(await code(), 'INVALID_BOUNCER_PUBLIC_KEY')
  const encrypted_push_registration = Buffer.alloc(100).toString('base64')
  await ada.call(api.registerPush, { device_id, ...app.tokenParams(), encrypted_push_registration })
  assert.equal(await code(), 'INVALID_ENCRYPTED_PUSH_REGISTRATION')
  await ada.call(api.registerPush, { device_id, ...app.tokenParams() })
  assert.equal(await code(), null)
  assert.equal((await deviceOf(ada, device_id))?.push_token_id, app.tokenId)
  await watch.agreesWithFreshRegister()
})

test('devices are removed on sign-out, a new API key, and deactivation', async () => {
  const society = await found()
  const { owner: ada } = society
  const ben = await society.join('Ben')
  const first = await registered(ben)
  const second = await registered(ben)
  const old = new PushApp(relay)
  await ben.call(api.registerPush, old.oldParams())
  const watch = await ben.register('device', 'push_device')
  await ada.refused(api.removeClientDevice, { device_id: first.device_id }, api.noSuchDevice)
  await ben.call(api.removeClientDevice, { device_id: first.device_id })
  await ben.refused(api.removeClientDevice, { device_id: first.device_id }, api.noSuchDevice)
  assert.deepEqual(await watch.of('device'), [{ type: 'device', op: 'remove', device_id: first.device_id }])
  await watch.agreesWithFreshRegister()
  await ben.call(regenerateOwnApiKey)
  const devicesOf = ({ id }: Person) =>
    ben.org.db.read(
      async (tx) => (await tx.selectFrom('push_device').select('id').where('user_id', '=', id).execute()).length,
    )
  assert.equal(await devicesOf(ben), 0)
  const cleo = await society.join('Cleo')
  await registered(cleo)
  assert.equal(await devicesOf(cleo), 1)
  await ada.send('DELETE', `/users/${cleo.id}`)
  assert.equal(await devicesOf(cleo), 0)
  assert.ok(second.device_id > first.device_id)
})

test('only humans have devices, and these are private', async () => {
  const society = await found()
  const { owner: ada } = society
  const { device_id } = await registered(ada)
  const bot = await society.join('Robot', roles.member, { bot_type: botTypes.generic, bot_owner_id: ada.id })
  assert.match((await bot.refused(api.registerClientDevice, {})).message, /bot/)
  const ben = await society.join('Ben')
  const watch = await ben.register()
  assert.deepEqual(watch.initial.devices, {})
  await ada.call(api.removeClientDevice, { device_id })
  assert.deepEqual(await watch.of('device'), [])
})

test('a user with very many devices loses the oldest', async () => {
  const { owner: ada } = await found()
  const { device_id } = await ada.call(api.registerClientDevice)
  await ada.org.transact(null, ({ tx, now }) =>
    tx
      .insertInto('push_device')
      .values(Array.from({ length: 99 }, () => ({ org_id: ada.org.id, user_id: ada.id, kind: 'app', created_at: now })))
      .execute(),
  )
  const watch = await ada.register('device')
  await ada.call(api.registerClientDevice)
  assert.deepEqual((await watch.of('device', 'remove'))[0]?.device_id, device_id)
  await watch.agreesWithFreshRegister()
})

test('without a relay, devices exist without notifications, and clients can tell', async ({ ada }) => {
  const app = new PushApp(relay)
  const { device_id } = await ada.call(api.registerClientDevice)
  const newer = { device_id, ...app.keyParams(), ...app.tokenParams() }
  await ada.refused(api.registerPush, newer, api.pushNotConfigured)
  await ada.refused(api.registerPush, app.oldParams(), api.pushNotConfigured)
  for (const name of ['push_public_key', 'bouncer_public_key', 'encrypted_push_registration'])
    await ada.refused(api.registerPush, { ...app.oldParams(), [name]: 'YWJj' }, api.pushNotConfigured)
  const { initial } = await ada.register()
  assert.equal(initial.realm_push_notifications_enabled, false)
  assert.equal((await ada.send('GET', '/server_settings')).push_notifications_enabled, false)
})

test('without a relay, tokens of older apps are kept until the app or key changes', async ({ ada, ben }) => {
  const kept = () =>
    ada.org.db.read((tx) =>
      tx
        .selectFrom('push_token')
        .select(['user_id', 'kind', 'token'])
        .orderBy('created_at')
        .where('org_id', '=', ada.org.id)
        .execute(),
    )
  const apns = { token: 'c0ffee', appid: 'org.example.App' }
  for (let time = 0; time < 2; time++) {
    await ada.call(unencrypted.addApnsToken, apns)
    await ada.call(unencrypted.addFcmToken, { token: 'c0ffee' })
  }
  await ben.call(unencrypted.addFcmToken, { token: 'x:y_z'.repeat(800) })
  assert.equal((await kept()).length, 3)
  await ada.refused(unencrypted.addApnsToken, { ...apns, token: 'no hex' }, unencrypted.badApnsToken)
  for (const endpoint of [unencrypted.addFcmToken, unencrypted.removeFcmToken])
    for (const token of ['', 'a'.repeat(5_001)]) await ada.refused(endpoint, { token }, unencrypted.badTokenLength)
  await ben.refused(unencrypted.removeApnsToken, { token: 'c0ffee' }, unencrypted.noSuchToken)
  await ada.call(unencrypted.removeApnsToken, { token: 'c0ffee' })
  await ada.refused(unencrypted.removeApnsToken, { token: 'c0ffee' }, unencrypted.noSuchToken)
  await ada.call(regenerateOwnApiKey)
  assert.deepEqual(
    (await kept()).map(({ user_id }) => user_id),
    [ben.id],
  )
  for (let number = 0; number < 55; number++) await ben.call(unencrypted.addFcmToken, { token: `token ${number}` })
  const left = await kept()
  assert.equal(left.length, 50)
  assert.ok(left.some(({ token }) => token === 'token 54'))
})

test('with a relay, clients can tell, and tokens of the unencrypted protocol are refused', async () => {
  const { owner: ada } = await found()
  assert.equal((await ada.send('GET', '/server_settings')).push_notifications_enabled, true)
  assert.equal((await ada.register('realm')).initial.realm_push_notifications_enabled, true)
  await ada.refused(unencrypted.addFcmToken, { token: 'abc' }, unencrypted.unencryptedRefused)
  await ada.refused(unencrypted.addApnsToken, { token: 'abcd', appid: 'x' }, unencrypted.unencryptedRefused)
  await ada.refused(unencrypted.addApnsToken, { token: '', appid: 'x' }, unencrypted.badTokenLength)
  await ada.refused(unencrypted.removeFcmToken, { token: 'abc' }, unencrypted.noSuchToken)
  await ada.refused(unencrypted.removeApnsToken, { token: 'a'.repeat(5_001) }, unencrypted.badTokenLength)
})
