import type { Area, Tap } from '#platform/serve'
import { signInProviders } from '../organization/questions.ts'
import { apiKeyReplaced, passwordChanged, userDeactivated, userRoleChanged } from '../users/actions/index.ts'
import * as api from './api.ts'
import { jwtKeys } from './jwt-keys.ts'
import { oidcProviders } from './oidc-provider.ts'
import { signInPages } from './pages.ts'
import { routes } from './routes.ts'
import { samlProviders } from './saml/provider.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  signInProviders.tap((config) => [...oidcProviders(config), ...samlProviders(config)]),
  apiKeyReplaced.tap(async (act, { id }) => void (await store.removeTokens(act.tx, id))),
  passwordChanged.tap(async (act, { id }) => void (await store.removeTokens(act.tx, id))),
  userRoleChanged.tap(async (act, { id }) => void (await store.removeTokens(act.tx, id))),
  userDeactivated.tap(async (act, { id }) => void (await store.removeTokens(act.tx, id))),
  // after a reactivation, users are matched by email address again, which may belong to someone else by then
  userDeactivated.tap(async (act, { id }) => void (await store.unlink(act.tx, id))),
]

export const signInArea: Area = {
  name: 'sign-in',
  taps,
  api: [api],
  checkConfig: (config) => [oidcProviders(config), samlProviders(config), jwtKeys(config)],
  pages: signInPages,
  routes,
}
