import { type Area, type Context, initial, serve, type Tap } from '#platform/serve'
import { messageMissed, notificationsWithdrawn } from '../notifications/hooks.ts'
import { apiKeyReplaced, userDeactivated } from '../users/actions/index.ts'
import { addDevice, removeDevicesOf, removeOwnDevice } from './actions/devices.ts'
import { changeDevice, changeOf, checkKeys, oldRegistrationOf, registerAccount } from './actions/registration.ts'
import * as api from './api.ts'
import { reachableDevices } from './mirror.ts'
import { noteMissed, noteWithdrawn } from './notices/actions.ts'
import { telling } from './notices/due.ts'
import { pruneShown } from './notices/pruning-due.ts'
import { testRoutes } from './notices/test-routes.ts'
import { webTelling } from './notices/web-due.ts'
import { registering } from './relay/due.ts'
import { isUsable } from './sealed-notification.ts'
import * as store from './store.ts'
import * as testApi from './test-api.ts'
import * as unencryptedApi from './unencrypted-api.ts'
import { removeTokensOf, unencryptedRoutes } from './unencrypted-routes.ts'
import { webRoutes } from './web/routes.ts'
import * as webApi from './web-api.ts'

/** Takes both forms of a registration; see the endpoint. */
async function register(ctx: Context, params: api.PushRegistration): Promise<void> {
  const { device_id } = params
  let isNew: boolean
  if (device_id === undefined) {
    const registration = oldRegistrationOf(params)
    if (!ctx.server.config.pushRelayUrl) throw api.pushNotConfigured()
    checkKeys(params)
    if (registration.cryptosystem === 'sealed' && !(await isUsable(registration.key))) throw api.unusableKey()
    isNew = await ctx.write((act) => registerAccount(act, registration))
  } else {
    const change = changeOf({ ...params, device_id })
    if (!ctx.server.config.pushRelayUrl) throw api.pushNotConfigured()
    checkKeys(params)
    isNew = await ctx.write((act) => changeDevice(act, change))
  }
  if (isNew) ctx.server.timer.sooner(registering, ctx.server.now())
}

const taps: readonly Tap[] = [
  apiKeyReplaced.tap((act, { id }) => removeDevicesOf(act, id)),
  userDeactivated.tap((act, { id }) => removeDevicesOf(act, id)),
  ...[apiKeyReplaced, userDeactivated].map((ended) =>
    ended.tap(async ({ tx }, { id }) => void (await removeTokensOf(tx, id))),
  ),
  messageMissed.tap(noteMissed),
  notificationsWithdrawn.tap(noteWithdrawn),
]

export const pushDevicesArea: Area = {
  name: 'push-devices',
  taps,
  api: [api, testApi, unencryptedApi, webApi],
  mirrors: [reachableDevices],
  due: [registering, telling, webTelling],
  repeated: [pruneShown],
  routes: [
    serve(api.registerClientDevice, async (ctx) => ({ device_id: await ctx.write(addDevice) })),
    serve(api.removeClientDevice, (ctx, { device_id }) => ctx.write((act) => removeOwnDevice(act, device_id))),
    serve(api.registerPush, register),
    ...testRoutes,
    ...webRoutes,
    ...unencryptedRoutes,
  ],
  state: [
    initial(api.devices, async (tx, viewer) =>
      Object.fromEntries((await store.list(tx, viewer.id, 'app')).map((row) => [row.id, store.toWire(row)])),
    ),
    initial(api.pushDevices, async (tx, viewer) =>
      Object.fromEntries(
        (await store.list(tx, viewer.id, 'account')).map((row) => [row.account_id, store.toOldWire(row)]),
      ),
    ),
  ],
}
