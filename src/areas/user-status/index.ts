import { type Feature, initial, type HookHandler } from '#platform/serve'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { usersShown } from '../users/actions/guest-visibility.ts'
import { userCreated, userReactivated } from '../users/actions/index.ts'
import { followSharing, notifyGuests, notifyIfAway, announceStatus } from './actions.ts'
import * as api from './api.ts'
import { endings } from './due.ts'
import { everyStatus } from './serialize.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  userSettingsChanged.handledBy(followSharing),
  // clients dropped it when the account was deactivated
  userReactivated.handledBy(announceStatus),
  userCreated.handledBy(notifyIfAway),
  profileDeleted.handledBy(({ tx, org }, { id }) => store.put(tx, org.id, id, store.noStatus)),
  usersShown.handledBy(notifyGuests),
]

export const userStatusFeature: Feature = {
  name: 'user-status',
  hookHandlers,
  due: [endings],
  api: [api],
  routes,
  state: [
    initial(api.userStatusState, async (tx, viewer, { org }) => everyStatus(org, viewer, await store.list(tx, org.id))),
  ],
}
