import type { Feature, HookHandler } from '#platform/serve'
import { usedFromNetwork } from '../../people/users/access/password.ts'
import { apiKeyReplaced, userDeactivated } from '../../people/users/actions/index.ts'
import { passwordChanged } from '../../people/users/actions/update.ts'
import { hasSessionFromNetwork } from './access.ts'
import { endAll, endOthers, firstIdle, keepUp, sessionOf } from './actions.ts'
import * as api from './api.ts'
import { sessionsCache } from './cache.ts'
import { sessionPages } from './pages.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  usedFromNetwork.handledBy(hasSessionFromNetwork),
  apiKeyReplaced.handledBy(async (mutation, { id }, cookie) => void (await endOthers(mutation, id, cookie))),
  passwordChanged.handledBy(async (mutation, { id }, cookie) => void (await endOthers(mutation, id, cookie))),
  userDeactivated.handledBy(async (mutation, { id }) => void (await endAll(mutation, id))),
]

export const sessionsFeature: Feature = {
  name: 'sessions',
  hookHandlers,
  api: [api],
  caches: [sessionsCache],
  session: sessionOf,
  repeated: [{ name: 'sessions', everySecs: 1_800, run: keepUp, atStop: true, ages: firstIdle }],
  routes,
  pages: sessionPages,
}
