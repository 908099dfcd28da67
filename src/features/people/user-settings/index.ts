import { type Feature, initial } from '#platform/serve'
import { defaultsOf } from './access.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'
import { legacySettings, serializeSettings } from './serialize.ts'

export const userSettingsFeature: Feature = {
  name: 'user-settings',
  api: [api],
  routes,
  state: [
    initial(api.userSettingsState, (_tx, viewer, { org }) => serializeSettings(org, viewer)),
    ...legacySettings,
    initial(api.defaultsState, (_tx, _viewer, { org }) => ({ ...defaultsOf(org), ...api.offered })),
  ],
}
