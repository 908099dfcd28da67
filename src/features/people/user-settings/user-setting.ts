import type { Account } from '../users/account.ts'
import { type UserSettingName, type UserSettings, userSettingDefaults } from './settings.ts'

export const personal = <N extends UserSettingName>(
  { settings }: Pick<Account, 'settings'>,
  name: N,
): UserSettings[N] => (settings[name] as UserSettings[N] | undefined) ?? userSettingDefaults[name]
