import { type Area, initial, initials } from '#platform/serve'
import { defaultsOf, ownAccount, userSettingsOf } from './access.ts'
import * as api from './api.ts'
import { routes } from './routes.ts'

export const userSettingsArea: Area = {
  name: 'user-settings',
  api: [api],
  routes,
  state: [
    initial(api.userSettingsState, (_tx, viewer, { org }) => {
      const account = ownAccount(org, viewer)
      return { ...userSettingsOf(account), ...api.offered, timezone: account.timezone }
    }),
    ...[api.displaySettingsState, api.notificationSettingsState].map((legacy) => ({
      ...initials(legacy, (_tx, viewer, { org }) => {
        const own: Record<string, unknown> = userSettingsOf(ownAccount(org, viewer))
        return Object.fromEntries(Object.keys(legacy.schema.shape).map((name) => [name, own[name]]))
      }),
      onlyWhenNamed: true as const,
    })),
    initial(api.defaultsState, (_tx, _viewer, { org }) => ({ ...defaultsOf(org), ...api.offered })),
  ],
}
