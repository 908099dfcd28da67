import { type Feature, type HookHandler, initial } from '#platform/serve'
import { reachesApps } from '../../people/organization/extension-points.ts'
import { apiKeyReplaced, userDeactivated } from '../../people/users/actions/index.ts'
import { messageMissed, notificationsWithdrawn, quietTimesOver } from '../notifications/hooks.ts'
import { removeDevicesOf } from './actions/devices.ts'
import * as api from './api.ts'
import { reachableDevices } from './cache.ts'
import { noteMissed, noteQuietTimesOver, noteWithdrawn } from './notices/actions.ts'
import { pushCounter, telling } from './notices/due.ts'
import { pruneShown } from './notices/old-notices-due.ts'
import { webTelling } from './notices/web-due.ts'
import { pushDeviceOptions } from './options.ts'
import { registering } from './relay/due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'
import * as testApi from './test-api.ts'
import * as unencryptedApi from './unencrypted-api.ts'
import { removeTokensOf } from './unencrypted-store.ts'
import * as webApi from './web-api.ts'

const hookHandlers: readonly HookHandler[] = [
  apiKeyReplaced.handledBy((mutation, { id }) => removeDevicesOf(mutation, id)),
  userDeactivated.handledBy((mutation, { id }) => removeDevicesOf(mutation, id)),
  ...[apiKeyReplaced, userDeactivated].map((ended) =>
    ended.handledBy(async ({ tx }, { id }) => void (await removeTokensOf(tx, id))),
  ),
  reachesApps.handledBy((config) => pushDeviceOptions(config).pushRelayUrl !== undefined),
  messageMissed.handledBy(noteMissed),
  notificationsWithdrawn.handledBy(noteWithdrawn),
  quietTimesOver.handledBy(noteQuietTimesOver),
]

export const pushDevicesFeature: Feature = {
  name: 'push-devices',
  hookHandlers,
  api: [api, testApi, unencryptedApi, webApi],
  caches: [reachableDevices],
  due: [registering, telling, webTelling],
  outcomes: [{ metric: pushCounter, help: 'Attempts to notify a device: sent, failed, or the device is gone.' }],
  repeated: [pruneShown],
  routes,
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
