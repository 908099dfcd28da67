import { type Area, initial } from '#platform/serve'
import { defaultsOf } from './access.ts'
import * as api from './api.ts'
import { legacySettings, presentSettings } from './present.ts'
import { routes } from './routes.ts'

export const userSettingsArea: Area = {
  name: 'user-settings',
  api: [api],
  routes,
  state: [
    initial(api.userSettingsState, (_tx, viewer, { org }) => presentSettings(org, viewer)),
    ...legacySettings,
    initial(api.defaultsState, (_tx, _viewer, { org }) => ({ ...defaultsOf(org), ...api.offered })),
  ],
}
