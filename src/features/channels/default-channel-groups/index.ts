import { isGuest } from '#contract'
import { type Feature, type HookHandler, initial } from '#platform/serve'
import { userRoleChanged } from '../../people/users/actions/index.ts'
import { channelSettingsChanged } from '../channels/actions/update.ts'
import * as actions from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  channelSettingsChanged.handledBy((mutation, { after }) => actions.leaveGroups(mutation, after)),
  userRoleChanged.handledBy(actions.roleChanged),
]

export const defaultChannelGroupsFeature: Feature = {
  name: 'default-channel-groups',
  hookHandlers,
  api: [api],
  routes,
  state: [initial(api.groupsState, (tx, viewer, { org }) => (isGuest(viewer) ? [] : actions.groupsOf(tx, org.id)))],
}
