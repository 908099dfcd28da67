import { type Area, initials, type Tap } from '#platform/serve'
import { groupUses } from '../groups/actions/group.ts'
import { userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { notYet } from './absent-keys.ts'
import { startGuestsAnew, startNewGuestAnew } from './actions/limited-guests.ts'
import { objectToGroup, organizationSettingsChanged, showAgain } from './actions/settings.ts'
import * as api from './api.ts'
import { organizationPages } from './pages.ts'
import * as picturesApi from './pictures-api.ts'
import { picturePages, pictureRoutes } from './pictures-routes.ts'
import { presentOrganization, presentRights } from './present.ts'
import { routes } from './routes.ts'
import { ownRights } from './states.ts'

const taps: readonly Tap[] = [
  userReactivated.tap((act, { id }) => showAgain(act, id)),
  groupUses.tap(objectToGroup),
  organizationSettingsChanged.tap(startGuestsAnew),
  userRoleChanged.tap(startNewGuestAnew),
]

export const organizationSettingsArea: Area = {
  name: 'organization-settings',
  taps,
  api: [api, picturesApi],
  pages: [...organizationPages, ...picturePages],
  routes: [...routes, ...pictureRoutes],
  state: [
    initials(api.organizationState, (_tx, _viewer, { org, server }) => presentOrganization(org, server)),
    initials(ownRights, (_tx, viewer, { org }) => presentRights(org, viewer)),
    ...notYet,
  ],
}
