import { renderText } from '#platform/markdown'
import { type Area, type Context, initials, serve, type Tap } from '#platform/serve'
import { groupUses } from '../groups/actions/group.ts'
import { organizationMirror } from '../organization/mirror.ts'
import { userReactivated, userRoleChanged } from '../users/actions/index.ts'
import { notYet } from './absent-keys.ts'
import { closeOrganization } from './actions/close.ts'
import { startGuestsAnew, startNewGuestAnew } from './actions/limited-guests.ts'
import { objectToGroup, organizationSettingsChanged, showAgain, updateOrganization } from './actions/settings.ts'
import * as api from './api.ts'
import { organizationPages } from './pages.ts'
import { presentOrganization, presentRights } from './present.ts'
import { ownRights } from './states.ts'

async function renderedDescription({ org, server, get }: Context, text: string): Promise<string> {
  const realmUrl = server.organizationUrl(get(organizationMirror).subdomain)
  const { html } = await renderText(text, { realmUrl }, `${org.id}`)
  return html
}

const taps: readonly Tap[] = [
  userReactivated.tap((act, { id }) => showAgain(act, id)),
  groupUses.tap(objectToGroup),
  organizationSettingsChanged.tap(startGuestsAnew),
  userRoleChanged.tap(startNewGuestAnew),
]

export const organizationSettingsArea: Area = {
  name: 'organization-settings',
  taps,
  api: [api],
  pages: organizationPages,
  routes: [
    serve(api.updateOrganization, async (ctx, params) => {
      const rendered = params.description ? await renderedDescription(ctx, params.description) : ''
      await ctx.write((act) => updateOrganization(act, params, rendered))
      return {}
    }),
    serve(api.deactivateOrganization, async ({ org, viewer }) => {
      await closeOrganization(org, viewer.id)
      return {}
    }),
  ],
  state: [
    initials(api.organizationState, (_tx, _viewer, { org, server }) => presentOrganization(org, server)),
    initials(ownRights, (_tx, viewer, { org }) => presentRights(org, viewer)),
    ...notYet,
  ],
}
