import type { Area, Tap } from '#platform/serve'
import { newAddressAsked } from '../user-settings/actions.ts'
import {
  apiKeyReplaced,
  emailChanged,
  passwordChanged,
  userDeactivated,
  userRoleChanged,
} from '../users/actions/index.ts'
import * as actions from './actions/index.ts'
import * as api from './api.ts'
import { accountPages } from './pages.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const taps: readonly Tap[] = [
  newAddressAsked.tap(actions.mailAddressChange),
  // earlier links confirm the account's previous or requested address
  emailChanged.tap(async (act, { id }) => void (await store.endOf(act.tx, id))),
  userDeactivated.tap(async (act, { id }) => void (await store.endOf(act.tx, id))),
  // someone else with access to the account may have requested them
  passwordChanged.tap(async (act, { id }) => void (await store.endOf(act.tx, id))),
  apiKeyReplaced.tap(async (act, { id }) => void (await store.endOf(act.tx, id))),
  userRoleChanged.tap(async (act, { id }) => void (await store.endOf(act.tx, id))),
]

export const accountsArea: Area = {
  name: 'accounts',
  taps,
  api: [api],
  pages: accountPages,
  routes,
}
