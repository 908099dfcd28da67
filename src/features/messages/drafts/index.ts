import { type Feature, type HookHandler, initial } from '#platform/serve'
import { ownAccount, personal } from '../../people/user-settings/access.ts'
import { userSettingsChanged } from '../../people/user-settings/actions.ts'
import { forgetUnsynchronized } from './actions.ts'
import * as api from './api.ts'
import { maxDraftsInRegister } from './api.ts'
import { routes } from './routes.ts'
import * as store from './store.ts'

const hookHandlers: readonly HookHandler[] = [userSettingsChanged.handledBy(forgetUnsynchronized)]

export const draftsFeature: Feature = {
  name: 'drafts',
  hookHandlers,
  api: [api],
  routes,
  state: [
    initial(api.draftsState, async (tx, viewer, { org }) =>
      personal(ownAccount(org, viewer), 'enable_drafts_synchronization')
        ? store.list(tx, viewer.id, maxDraftsInRegister)
        : [],
    ),
  ],
}
