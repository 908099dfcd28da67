import { type Area, initial, type Tap } from '#platform/serve'
import { messageMissed, notificationsWithdrawn, quietTimesOver } from '../notifications/hooks.ts'
import { reachesApps } from '../organization/questions.ts'
import { apiKeyReplaced, userDeactivated } from '../users/actions/index.ts'
import { removeDevicesOf } from './actions/devices.ts'
import * as api from './api.ts'
import { reachableDevices } from './mirror.ts'
import { noteMissed, noteQuietTimesOver, noteWithdrawn } from './notices/actions.ts'
import { telling } from './notices/due.ts'
import { pruneShown } from './notices/old-notices-due.ts'
import { webTelling } from './notices/web-due.ts'
import { pushDeviceOptions } from './options.ts'
import { registering } from './relay/due.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'
import * as testApi from './test-api.ts'
import * as unencryptedApi from './unencrypted-api.ts'
import { removeTokensOf } from './unencrypted-routes.ts'
import * as webApi from './web-api.ts'

const taps: readonly Tap[] = [
  apiKeyReplaced.tap((act, { id }) => removeDevicesOf(act, id)),
  userDeactivated.tap((act, { id }) => removeDevicesOf(act, id)),
  ...[apiKeyReplaced, userDeactivated].map((ended) =>
    ended.tap(async ({ tx }, { id }) => void (await removeTokensOf(tx, id))),
  ),
  reachesApps.tap((config) => pushDeviceOptions(config).pushRelayUrl !== undefined),
  messageMissed.tap(noteMissed),
  notificationsWithdrawn.tap(noteWithdrawn),
  quietTimesOver.tap(noteQuietTimesOver),
]

export const pushDevicesArea: Area = {
  name: 'push-devices',
  taps,
  api: [api, testApi, unencryptedApi, webApi],
  mirrors: [reachableDevices],
  due: [registering, telling, webTelling],
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
