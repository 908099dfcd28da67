import type { Area } from '#platform/serve'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { checkSecondStep } from '../users/questions.ts'
import { forget, checkSecondStep as shown } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const secondFactorsArea: Area = {
  name: 'second-factors',
  taps: [checkSecondStep.tap(shown), profileDeleted.tap((act, { id }) => forget(act, id))],
  api: [api],
  routes,
}
