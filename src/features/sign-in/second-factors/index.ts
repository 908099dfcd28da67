import type { Feature } from '#platform/serve'
import { profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { userDeactivated } from '../../people/users/actions/index.ts'
import { checkSecondStep } from '../../people/users/extension-points.ts'
import { forget, checkSecondStep as shown } from './actions.ts'
import * as api from './api.ts'
import { forget as forgetPasskeys } from './passkeys/actions.ts'
import * as passkeysApi from './passkeys/api.ts'
import { routes as passkeyRoutes } from './passkeys/routes.ts'
import { routes } from './routes.ts'

/** One-time codes, recovery codes, and passkeys. See docs/second-factors.md. */
export const secondFactorsFeature: Feature = {
  name: 'second-factors',
  hookHandlers: [
    userDeactivated.handledBy((mutation, { id }) => forgetPasskeys(mutation, id)),
    checkSecondStep.handledBy(shown),
    profileDeleted.handledBy((mutation, { id }) => forget(mutation, id)),
  ],
  api: [api, passkeysApi],
  routes: [...routes, ...passkeyRoutes],
}
