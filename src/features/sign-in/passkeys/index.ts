import type { Feature } from '#platform/serve'
import { userDeactivated } from '../../people/users/actions/index.ts'
import { forget } from './actions.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const passkeysFeature: Feature = {
  name: 'passkeys',
  hookHandlers: [userDeactivated.handledBy((mutation, { id }) => forget(mutation, id))],
  api: [api],
  routes,
}
