import { type Area, initial, type Tap } from '#platform/serve'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { usersShown } from '../users/actions/guest-sight.ts'
import { userCreated, userReactivated } from '../users/actions/index.ts'
import { followSharing, tellGuests, tellIfAway, tellStatus } from './actions.ts'
import * as api from './api.ts'
import { endings } from './due.ts'
import { everyStatus } from './present.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  userSettingsChanged.tap(followSharing),
  // clients dropped it when the account was deactivated
  userReactivated.tap(tellStatus),
  userCreated.tap(tellIfAway),
  profileDeleted.tap(({ tx, org }, { id }) => store.put(tx, org.id, id, store.noStatus)),
  usersShown.tap(tellGuests),
]

export const userStatusArea: Area = {
  name: 'user-status',
  taps,
  due: [endings],
  api: [api],
  routes,
  state: [
    initial(api.userStatusState, async (tx, viewer, { org }) => everyStatus(org, viewer, await store.list(tx, org.id))),
  ],
}
