import type { Area } from '#platform/serve'
import { apiKeyReplaced, passwordChanged, userDeactivated } from '../users/actions/index.ts'
import * as api from './api.ts'
import { clear, nextClearing } from './due.ts'
import { exchanges } from './exchanges.ts'
import { oauthPages } from './pages.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const oauthArea: Area = {
  name: 'oauth',
  taps: [
    apiKeyReplaced.tap(async (act, { id }) => void (await store.removeCodesOf(act.tx, id))),
    passwordChanged.tap(async (act, { id }) => void (await store.removeCodesOf(act.tx, id))),
    userDeactivated.tap(async (act, { id }) => void (await store.removeCodesOf(act.tx, id))),
  ],
  api: [api],
  exchanges,
  pages: oauthPages,
  routes,
  repeated: [{ name: 'programs connected by OAuth', everySecs: 3_600, run: clear, ages: nextClearing }],
}
