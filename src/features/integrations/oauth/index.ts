import type { Feature } from '#platform/serve'
import { apiKeyReplaced, passwordChanged, userDeactivated } from '../../people/users/actions/index.ts'
import * as api from './api.ts'
import { clear, nextClearing } from './due.ts'
import { exchanges } from './exchanges.ts'
import { oauthPages } from './pages.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

export const oauthFeature: Feature = {
  name: 'oauth',
  hookHandlers: [
    apiKeyReplaced.handledBy(async (mutation, { id }) => void (await store.removeCodesOf(mutation.tx, id))),
    passwordChanged.handledBy(async (mutation, { id }) => void (await store.removeCodesOf(mutation.tx, id))),
    userDeactivated.handledBy(async (mutation, { id }) => void (await store.removeCodesOf(mutation.tx, id))),
  ],
  api: [api],
  exchanges,
  pages: oauthPages,
  routes,
  repeated: [{ name: 'programs connected by OAuth', everySecs: 3_600, run: clear, ages: nextClearing }],
}
