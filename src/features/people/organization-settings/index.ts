import { type Feature, type HookHandler, initials } from '#platform/serve'
import { groupUses } from '../groups/actions/group.ts'
import { userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { startGuestsOver, startNewGuestOver } from './actions/limited-guests.ts'
import { objectToGroup, organizationSettingsChanged, showAgain } from './actions/settings.ts'
import * as api from './api.ts'
import { organizationPages } from './pages.ts'
import * as picturesApi from './pictures-api.ts'
import { picturePages, pictureRoutes } from './pictures-routes.ts'
import { routes } from './routes.ts'
import { notYet, serializeOrganization, serializeRights } from './serialize.ts'
import { ownRights } from './states.ts'

const hookHandlers: readonly HookHandler[] = [
  userReactivated.handledBy((mutation, { id }) => showAgain(mutation, id)),
  groupUses.handledBy(objectToGroup),
  organizationSettingsChanged.handledBy(startGuestsOver),
  userRoleChanged.handledBy(startNewGuestOver),
]

export const organizationSettingsFeature: Feature = {
  name: 'organization-settings',
  hookHandlers,
  api: [api, picturesApi],
  pages: [...organizationPages, ...picturePages],
  routes: [...routes, ...pictureRoutes],
  state: [
    initials(api.organizationState, (_tx, _viewer, { org, server }) => serializeOrganization(org, server)),
    initials(ownRights, (_tx, viewer, { org }) => serializeRights(org, viewer)),
    ...notYet,
  ],
}
