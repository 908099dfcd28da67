import type { Organization } from '#platform/organization'
import { type Initial, initials } from '#platform/serve'
import type { Viewer } from '#platform/viewer'
import { ownAccount, userSettingsOf } from './access.ts'
import * as api from './api.ts'

export function serializeSettings(org: Organization, viewer: Viewer) {
  const account = ownAccount(org, viewer)
  return { ...userSettingsOf(account), ...api.offered, timezone: account.timezone }
}

/** compat: the same settings one by one, for clients that ask for them by their old names. */
export const legacySettings: readonly Initial[] = [api.displaySettingsState, api.notificationSettingsState].map(
  (legacy) => ({
    ...initials(legacy, (_tx, viewer, { org }) => {
      const own: Record<string, unknown> = userSettingsOf(ownAccount(org, viewer))
      return Object.fromEntries(Object.keys(legacy.schema.shape).map((name) => [name, own[name]]))
    }),
    onlyWhenNamed: true as const,
  }),
)
