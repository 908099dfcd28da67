import { type Feature, initial } from '#platform/serve'
import { organizationSettingsChanged } from '../organization-settings/actions/settings.ts'
import { userCreated } from '../users/actions/create.ts'
import { checkGate, noteAcceptance } from './actions.ts'
import * as api from './api.ts'
import { communityRulesCache } from './cache.ts'
import { routes } from './routes.ts'
import { acceptanceOf } from './serialize.ts'

/** The organization's rules, and who has accepted them. See docs/accounts.md. */
export const communityRulesFeature: Feature = {
  name: 'community-rules',
  api: [api],
  caches: [communityRulesCache],
  hookHandlers: [organizationSettingsChanged.handledBy(checkGate), userCreated.handledBy(noteAcceptance)],
  routes,
  state: [initial(api.communityRules, (tx, viewer, { org }) => acceptanceOf(tx, org, viewer))],
}
