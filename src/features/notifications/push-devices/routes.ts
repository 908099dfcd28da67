import { type Context, type Route, serve } from '#platform/serve'
import { addDevice, removeOwnDevice } from './actions/devices.ts'
import { changeDevice, changeOf, checkKeys, oldRegistrationOf, registerAccount } from './actions/registration.ts'
import * as api from './api.ts'
import { testRoutes } from './notices/test-routes.ts'
import { pushDeviceOptions } from './options.ts'
import { registering } from './relay/due.ts'
import { isUsable } from './sealed-notification.ts'
import { unencryptedRoutes } from './unencrypted-routes.ts'
import { webRoutes } from './web/routes.ts'

/** Takes both forms of a registration; see the endpoint. */
async function register(ctx: Context, params: api.PushRegistration): Promise<void> {
  const { device_id } = params
  let isNew: boolean
  if (device_id === undefined) {
    const registration = oldRegistrationOf(params)
    if (!pushDeviceOptions(ctx.server.config).pushRelayUrl) throw api.pushNotConfigured()
    checkKeys(params)
    if (registration.cryptosystem === 'sealed' && !(await isUsable(registration.key))) throw api.unusableKey()
    isNew = await ctx.transact((mutation) => registerAccount(mutation, registration))
  } else {
    const change = changeOf({ ...params, device_id })
    if (!pushDeviceOptions(ctx.server.config).pushRelayUrl) throw api.pushNotConfigured()
    checkKeys(params)
    isNew = await ctx.transact((mutation) => changeDevice(mutation, change))
  }
  if (isNew) ctx.server.timer.sooner(registering, ctx.server.now())
}

export const routes: readonly Route[] = [
  serve(api.registerClientDevice, async (ctx) => ({ device_id: await ctx.transact(addDevice) })),
  serve(api.removeClientDevice, (ctx, { device_id }) =>
    ctx.transact((mutation) => removeOwnDevice(mutation, device_id)),
  ),
  serve(api.registerPush, register),
  ...testRoutes,
  ...webRoutes,
  ...unencryptedRoutes,
]
