import {
  type UserSettingName,
  userSettingNames,
  userSettings,
} from '../../../src/features/people/user-settings/settings.ts'
import { placedUserSettings } from '../own/user-setting-places.ts'

export const notInDefaults: readonly UserSettingName[] = userSettingNames.filter(
  (name) => !userSettings[name].inDefaults,
)

export const placedDefaults: readonly UserSettingName[] = placedUserSettings.filter(
  (name) => !notInDefaults.includes(name),
)
