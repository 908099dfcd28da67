import { isGuest } from '#contract'
import { type Area, initial, type Tap } from '#platform/serve'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import { userRoleChanged } from '../users/actions/index.ts'
import * as actions from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [
  channelSettingsChanged.tap((act, { after }) => actions.leaveGroups(act, after)),
  userRoleChanged.tap(actions.roleChanged),
]

export const defaultChannelGroupsArea: Area = {
  name: 'default-channel-groups',
  taps,
  api: [api],
  routes,
  state: [initial(api.groupsState, (tx, viewer, { org }) => (isGuest(viewer) ? [] : actions.groupsOf(tx, org.id)))],
}
