import { type Area, initials, serve } from '#platform/serve'
import { groupUses } from '../groups/actions.ts'
import { userReactivated, userRoleChanged } from '../users/actions.ts'
import { objectToGroup, organizationSettingsChanged, showAgain, updateOrganization } from './actions.ts'
import * as api from './api.ts'
import { startGuestsAnew, startNewGuestAnew } from './limited-guests.ts'
import { notYet } from './not-yet.ts'
import { organizationPages } from './pages.ts'
import { presentOrganization } from './present.ts'
import { ownRights, presentRights } from './rights.ts'

userReactivated.tap((act, { id }) => showAgain(act, id))
groupUses.tap(objectToGroup)
organizationSettingsChanged.tap(startGuestsAnew)
userRoleChanged.tap(startNewGuestAnew)

export const organizationSettingsArea: Area = {
  name: 'organization-settings',
  pages: organizationPages,
  routes: [
    serve(api.updateOrganization, async (ctx, params) => {
      await ctx.write((act) => updateOrganization(act, params))
      return {}
    }),
  ],
  state: [
    initials(api.organizationState, (_tx, _viewer, { org, server }) => presentOrganization(org, server)),
    initials(ownRights, (_tx, viewer, { org }) => presentRights(org, viewer)),
    ...notYet,
  ],
}
