import { type Area, initial, type Tap } from '#platform/serve'
import { ownAccount } from '../user-settings/access.ts'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { personal } from '../user-settings/user-setting.ts'
import * as api from './api.ts'
import { maxDraftsInRegister } from './api.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  // compat: the drafts go, and no event says so: clients keep their own copies
  userSettingsChanged.tap(async ({ tx }, userIds, { enable_drafts_synchronization: on }) => {
    if (on === false) await store.removeAll(tx, userIds)
  }),
]

export const draftsArea: Area = {
  name: 'drafts',
  taps,
  api: [api],
  routes,
  state: [
    initial(api.draftsState, async (tx, viewer, { org }) =>
      personal(ownAccount(org, viewer), 'enable_drafts_synchronization')
        ? store.list(tx, viewer.id, maxDraftsInRegister)
        : [],
    ),
  ],
}
