import type { Organization } from '#platform/organization'
import { type Area, initial, type Tap } from '#platform/serve'
import { settingsOf } from '../organization/mirror.ts'
import { userCreated, userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { viewerOf } from './access/holders.ts'
import {
  announcePromotions,
  changeRoleGroup,
  joinAtOnce,
  joinRoleGroup,
  returnToGroups,
} from './actions/role-groups.ts'
import * as api from './api.ts'
import { groupsMirror } from './mirror.ts'
import { groupView, presentGroups } from './present.ts'
import { routes } from './routes.ts'

const lastPromotions = new WeakMap<Organization, Date>()

const taps: readonly Tap[] = [
  userCreated.tap(async (act, account, { groupIds = [] }) => {
    await joinRoleGroup(act, account)
    await joinAtOnce(act, account, groupIds)
  }),
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
  repeated: [
    {
      name: 'full members',
      everySecs: 60,
      async run(org) {
        const since = lastPromotions.get(org)
        const days = settingsOf(org).waiting_period_threshold
        const now = org.now()
        lastPromotions.set(org, now)
        if (since && days > 0) await org.write(null, async (act) => announcePromotions(act, days, since))
      },
    },
  ],
  routes,
  state: [
    initial(api.realmUserGroups, (_tx, _viewer, { org, client }) =>
      presentGroups(org, client.can('include_deactivated_groups')),
    ),
  ],
}
