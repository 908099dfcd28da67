import type { Area, Tap } from '#platform/serve'
import { userSettingsChanged } from '../user-settings/actions.ts'
import { userCreated } from '../users/actions/create.ts'
import { userReactivated } from '../users/actions/deactivate.ts'
import { tellOfChangedConsent, tellOfConsent } from './actions.ts'
import * as api from './api.ts'
import { exportsDue } from './due.ts'
import { endForgottenCopies } from './full/snapshot.ts'
import { ownDataPage } from './own/pages.ts'
import { exportPages } from './pages.ts'
import { routes } from './routes.ts'

const taps: readonly Tap[] = [
  userSettingsChanged.tap(tellOfChangedConsent),
  userCreated.tap(async (act, account) => tellOfConsent(act, account)),
  userReactivated.tap(async (act, account) => tellOfConsent(act, account)),
]

export const exportsArea: Area = {
  name: 'exports',
  taps,
  api: [api],
  pages: [...exportPages, ownDataPage],
  due: [exportsDue],
  repeated: [{ name: 'copies that were left', everySecs: 60, run: endForgottenCopies }],
  routes,
}
