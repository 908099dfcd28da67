import { type Area, initial, type Tap } from '#platform/serve'
import { userCreated, userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { viewerOf } from './access/holders.ts'
import { changeRoleGroup, joinGroups, returnToGroups } from './actions/role-groups.ts'
import * as api from './api.ts'
import { promotions } from './due.ts'
import { groupsMirror } from './mirror.ts'
import { groupView, presentGroups } from './present.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [
  userCreated.tap(joinGroups),
  userRoleChanged.tap(changeRoleGroup),
  userReactivated.tap(returnToGroups),
]

export const groupsArea: Area = {
  name: 'groups',
  taps,
  api: [api],
  mirrors: [groupsMirror],
  viewerOf,
  views: [groupView],
  repeated: [promotions],
  routes,
  state: [
    initial(api.realmUserGroups, (_tx, _viewer, { org, client }) =>
      presentGroups(org, client.can('include_deactivated_groups')),
    ),
  ],
}
