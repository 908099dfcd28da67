import type { Area, Tap } from '#platform/serve'
import { usedFromNetwork } from '../users/access/password.ts'
import { apiKeyReplaced, userDeactivated } from '../users/actions/index.ts'
import { passwordChanged } from '../users/actions/update.ts'
import { hasSessionFromNetwork } from './access.ts'
import { endAll, endOthers, firstIdle, keepUp, sessionOf } from './actions.ts'
import * as api from './api.ts'
import { sessionsMirror } from './mirror.ts'
import { sessionPages } from './pages.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [
  usedFromNetwork.tap(hasSessionFromNetwork),
  apiKeyReplaced.tap(async (act, { id }, cookie) => void (await endOthers(act, id, cookie))),
  passwordChanged.tap(async (act, { id }, cookie) => void (await endOthers(act, id, cookie))),
  userDeactivated.tap(async (act, { id }) => void (await endAll(act, id))),
]

export const sessionsArea: Area = {
  name: 'sessions',
  taps,
  api: [api],
  mirrors: [sessionsMirror],
  session: sessionOf,
  repeated: [{ name: 'sessions', everySecs: 1_800, run: keepUp, atStop: true, ages: firstIdle }],
  routes,
  pages: sessionPages,
}
