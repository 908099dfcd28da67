import type { UserId } from '#contract'
import type { Organization } from '#platform/organization'
import { organizationCache } from '../organization/cache.ts'
import type { Account } from '../users/account.ts'
import { peopleCache } from '../users/cache.ts'
import { type UserSettingName, type UserSettings, userSettingDefaults } from './settings.ts'

export const userSettingsOf = ({ settings }: Pick<Account, 'settings'>): UserSettings => ({
  ...userSettingDefaults,
  ...settings,
})

export const defaultsOf = (org: Organization): UserSettings => ({
  ...userSettingDefaults,
  ...org.get(organizationCache).userSettingsDefaults,
})

export const ownAccount = (org: Organization, viewer: { id: UserId }): Account =>
  org.get(peopleCache).byId.get(viewer.id) as Account

export const personal = <N extends UserSettingName>(
  { settings }: Pick<Account, 'settings'>,
  name: N,
): UserSettings[N] => (settings[name] as UserSettings[N] | undefined) ?? userSettingDefaults[name]
