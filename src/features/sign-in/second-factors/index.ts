import type { Feature } from '#platform/serve'
import { profileDeleted } from '../../people/users/actions/delete-profile.ts'
import { checkSecondStep } from '../../people/users/extension-points.ts'
import { forget, checkSecondStep as shown } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const secondFactorsFeature: Feature = {
  name: 'second-factors',
  hookHandlers: [
    checkSecondStep.handledBy(shown),
    profileDeleted.handledBy((mutation, { id }) => forget(mutation, id)),
  ],
  api: [api],
  routes,
}
