import {
  type UserSettingName,
  userSettingNames,
  userSettings,
} from '../../../src/features/people/user-settings/settings.ts'
import {
  notificationPlaces,
  notificationTable,
  preferencePlaces,
  privacyPlaces,
  type SettingPlace,
  topicPlaces,
} from '../own/user-setting-places.ts'

export const notInDefaults: readonly UserSettingName[] = userSettingNames.filter(
  (name) => !userSettings[name].inDefaults,
)

export const defaultPlaces: readonly SettingPlace[] = [
  ...preferencePlaces,
  ...notificationPlaces,
  ...topicPlaces,
  ...privacyPlaces,
]

export const placedDefaults: readonly UserSettingName[] = [
  ...defaultPlaces.flatMap(({ names }): readonly UserSettingName[] => names),
  ...Object.values(notificationTable.rows).flat(),
].filter((name) => !notInDefaults.includes(name))
