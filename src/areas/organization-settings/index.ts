import { type Area, initials, serve } from '#platform/serve'
import { updateOrganization } from './actions.ts'
import * as api from './api.ts'
import { notYet } from './not-yet.ts'
import { presentOrganization } from './present.ts'

export const organizationSettingsArea: Area = {
  name: 'organization-settings',
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
