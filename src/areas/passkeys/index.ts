import type { Area } from '#platform/serve'
import { userDeactivated } from '../users/actions/index.ts'
import { forget } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const passkeysArea: Area = {
  name: 'passkeys',
  taps: [userDeactivated.tap((act, { id }) => forget(act, id))],
  api: [api],
  routes,
}
