import { type Feature, type HookHandler, initial } from '#platform/serve'
import { userCreated, userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { viewerOf } from './access/holders.ts'
import { changeRoleGroup, joinGroups, returnToGroups } from './actions/role-groups.ts'
import * as api from './api.ts'
import { groupsCache } from './cache.ts'
import { promotions } from './due.ts'
import { routes } from './routes.ts'
import { groupView, serializeGroups } from './serialize.ts'

const hookHandlers: readonly HookHandler[] = [
  userCreated.handledBy(joinGroups),
  userRoleChanged.handledBy(changeRoleGroup),
  userReactivated.handledBy(returnToGroups),
]

export const groupsFeature: Feature = {
  name: 'groups',
  hookHandlers,
  api: [api],
  caches: [groupsCache],
  viewerOf,
  views: [groupView],
  repeated: [promotions],
  routes,
  state: [
    initial(api.realmUserGroups, (_tx, _viewer, { org, client }) =>
      serializeGroups(org, client.can('include_deactivated_groups')),
    ),
  ],
}
