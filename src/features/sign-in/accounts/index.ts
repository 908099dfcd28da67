import type { Feature, HookHandler } from '#platform/serve'
import { emailChangeRequested } from '../../people/user-settings/actions.ts'
import {
  apiKeyReplaced,
  emailChanged,
  passwordChanged,
  userDeactivated,
  userRoleChanged,
} from '../../people/users/actions/index.ts'
import * as actions from './actions/index.ts'
import * as api from './api.ts'
import { accountPages } from './pages.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [
  emailChangeRequested.handledBy(actions.mailAddressChange),
  // earlier links confirm the account's previous or requested address
  emailChanged.handledBy(async (mutation, { id }) => void (await store.endOf(mutation.tx, id))),
  userDeactivated.handledBy(async (mutation, { id }) => void (await store.endOf(mutation.tx, id))),
  // someone else with access to the account may have requested them
  passwordChanged.handledBy(async (mutation, { id }) => void (await store.endOf(mutation.tx, id))),
  apiKeyReplaced.handledBy(async (mutation, { id }) => void (await store.endOf(mutation.tx, id))),
  userRoleChanged.handledBy(async (mutation, { id }) => void (await store.endOf(mutation.tx, id))),
]

export const accountsFeature: Feature = {
  name: 'accounts',
  hookHandlers,
  api: [api],
  pages: accountPages,
  routes,
}
