import { assert, test } from '#test'
import type * as api from '../api.ts'
import * as testApi from '../test-api.ts'
import { answered, hangingUp, pushScene } from './fixture.ts'

const scene = pushScene()

test('a test notification goes to one device or all, and reports errors', async () => {
  const { ada, ben, app } = await scene.people()
  const second = await scene.withApp(ben)
  await ben.call(testApi.testEncrypted, { device_id: app.device_id })
  const { time, realm_url: _, ...rest } = app.received()[0] as Record<string, unknown>
  assert.ok(Number.isInteger(time))
  assert.deepEqual(rest, { type: 'test', realm_name: 'Analytical Engine Society', user_id: ben.id })
  assert.equal(second.received().length, 0)
  await ben.call(testApi.testEncrypted)
  await ben.call(testApi.testUnencrypted)
  await ben.call(testApi.testUnencrypted, { token: second.token })
  assert.deepEqual([app.received().length, second.received().length], [3, 3])
  await ben.refused(testApi.testUnencrypted, { token: 'other' }, testApi.noSuchPushToken)
  await ben.refused(testApi.testEncrypted, { device_id: 999_999 }, testApi.noActiveDevice)
  await ada.refused(testApi.testEncrypted, { device_id: app.device_id }, testApi.noActiveDevice)
  const refusal = async () => {
    const error = await ben.call(testApi.testEncrypted).then(
      () => undefined,
      (problem: { status: number; code: string }) => problem,
    )
    return [error?.status, error?.code]
  }
  scene.relay.interfere = answered(500)
  assert.deepEqual(await refusal(), [502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER'])
  scene.relay.interfere = hangingUp
  assert.deepEqual(await refusal(), [502, 'FAILED_TO_CONNECT_BOUNCER'])
  scene.relay.interfere = answered(403, '{"result":"error"}')
  assert.deepEqual(await refusal(), [403, testApi.relayRefuses.code])
  scene.relay.interfere = undefined
  scene.relay.forget(app.token)
  scene.relay.forget(second.token)
  await ben.refused(testApi.testEncrypted, {}, testApi.noActiveDevice)
  await ben.call(testApi.testUnencrypted)
  await ada.call(testApi.testUnencrypted)
  const devices = (await ben.register('device')).initial.devices as Record<string, api.Device>
  assert.deepEqual(
    Object.values(devices).map(({ push_token_id }) => push_token_id),
    [null, null],
  )
})
