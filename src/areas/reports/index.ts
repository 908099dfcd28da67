import type { Area } from '#platform/serve'
import { messageReported } from '../messages/hooks.ts'
import { profileDeleted } from '../users/actions/delete-profile.ts'
import { keepReport } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const reportsArea: Area = {
  name: 'reports',
  api: [api],
  taps: [messageReported.tap(keepReport), profileDeleted.tap(({ tx }, { id }) => store.forgetTexts(tx, id))],
  routes,
}
