import { type Area, initials, serve } from '#platform/serve'
import { groupUses } from '../groups/actions.ts'
import { userReactivated } from '../users/actions.ts'
import { objectToGroup, showAgain, updateOrganization } from './actions.ts'
import * as api from './api.ts'
import { notYet } from './not-yet.ts'
import { organizationPages } from './pages.ts'
import { presentOrganization } from './present.ts'

userReactivated.tap((act, { id }) => showAgain(act, id))
groupUses.tap(objectToGroup)

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
    ...notYet,
  ],
}
