import { type Feature, type HookHandler, initial } from '#platform/serve'
import { userSettingsChanged } from '../../people/user-settings/actions.ts'
import { profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { usersShown } from '../../people/users/actions/guest-visibility.ts'
import { userCreated, userReactivated } from '../../people/users/actions/index.ts'
import { statusTexts } from '../../people/users/extension-points.ts'
import { announceStatus, followSharing, notifyGuests, notifyIfAway } from './actions.ts'
import * as api from './api.ts'
import { endings } from './due.ts'
import { routes } from './routes.ts'
import { everyStatus } from './serialize.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  userSettingsChanged.handledBy(followSharing),
  // clients dropped it when the account was deactivated
  userReactivated.handledBy(announceStatus),
  userCreated.handledBy(notifyIfAway),
  profileDeleted.handledBy(({ tx, org }, { id }) => store.put(tx, org.id, id, store.noStatus)),
  usersShown.handledBy(notifyGuests),
  statusTexts.handledBy(store.textsOf),
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
