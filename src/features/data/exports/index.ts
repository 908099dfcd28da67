import type { Feature, HookHandler } from '#platform/serve'
import { userSettingsChanged } from '../../people/user-settings/actions.ts'
import { userCreated } from '../../people/users/actions/create.ts'
import { userReactivated } from '../../people/users/actions/deactivate.ts'
import { announceChangedConsent, announceConsent } from './actions.ts'
import * as api from './api.ts'
import { exportsDue } from './due.ts'
import { endForgottenCopies } from './full/snapshot.ts'
import { ownDataPage } from './own/pages.ts'
import { exportPages } from './pages.ts'
import { routes } from './routes.ts'

const hookHandlers: readonly HookHandler[] = [
  userSettingsChanged.handledBy(announceChangedConsent),
  userCreated.handledBy(async (mutation, account) => announceConsent(mutation, account)),
  userReactivated.handledBy(async (mutation, account) => announceConsent(mutation, account)),
]

export const exportsFeature: Feature = {
  name: 'exports',
  hookHandlers,
  api: [api],
  pages: [...exportPages, ownDataPage],
  due: [exportsDue],
  repeated: [{ name: 'copies that were left', everySecs: 60, run: endForgottenCopies }],
  routes,
}
