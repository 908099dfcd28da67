import type { Feature, HookHandler } from '#platform/serve'
import { signInProviders } from '../../people/organization/extension-points.ts'
import { apiKeyReplaced, passwordChanged, userDeactivated, userRoleChanged } from '../../people/users/actions/index.ts'
import * as api from './api.ts'
import { jwtKeys } from './jwt-keys.ts'
import { oidcProviders } from './oidc-provider.ts'
import { signInPages } from './pages.ts'
import { routes } from './routes.ts'
import { samlProviders } from './saml/provider.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  signInProviders.handledBy((config) => [...oidcProviders(config), ...samlProviders(config)]),
  apiKeyReplaced.handledBy(async (mutation, { id }) => void (await store.removeTokens(mutation.tx, id))),
  passwordChanged.handledBy(async (mutation, { id }) => void (await store.removeTokens(mutation.tx, id))),
  userRoleChanged.handledBy(async (mutation, { id }) => void (await store.removeTokens(mutation.tx, id))),
  userDeactivated.handledBy(async (mutation, { id }) => void (await store.removeTokens(mutation.tx, id))),
  // after a reactivation, users are matched by email address again, which may belong to someone else by then
  userDeactivated.handledBy(async (mutation, { id }) => void (await store.unlink(mutation.tx, id))),
]

export const signInFeature: Feature = {
  name: 'sign-in',
  hookHandlers,
  api: [api],
  checkConfig: (config) => [oidcProviders(config), samlProviders(config), jwtKeys(config)],
  pages: signInPages,
  routes,
}
