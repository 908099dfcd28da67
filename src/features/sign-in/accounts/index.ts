import type { Feature, HookHandler } from '#platform/serve'
import { userBanned } from '../../messages/moderation/bans/hooks.ts'
import { emailChangeRequested } from '../../people/user-settings/actions.ts'
import { userCreated } from '../../people/users/actions/create.ts'
import {
  apiKeyReplaced,
  emailChanged,
  passwordChanged,
  userDeactivated,
  userReactivated,
  userRoleChanged,
} from '../../people/users/actions/index.ts'
import * as actions from './actions/index.ts'
import * as api from './api.ts'
import { mailBan } from './appeals/actions.ts'
import { appealPages } from './appeals/pages.ts'
import { removeApplicationOf } from './applications/actions.ts'
import * as applicationsApi from './applications/api.ts'
import { applicationExpiry } from './applications/due.ts'
import { applicationPages } from './applications/pages.ts'
import { applicationRoutes } from './applications/routes.ts'
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
  userBanned.handledBy(mailBan),
  userReactivated.handledBy(async (mutation, { id }) => void (await store.endOf(mutation.tx, id))),
  userCreated.handledBy(removeApplicationOf),
  userRoleChanged.handledBy(async (mutation, { id }) => void (await store.endOf(mutation.tx, id))),
]

export const accountsFeature: Feature = {
  name: 'accounts',
  hookHandlers,
  api: [api, applicationsApi],
  due: [applicationExpiry],
  pages: [...accountPages, ...appealPages, ...applicationPages],
  routes: [...routes, ...applicationRoutes],
}
