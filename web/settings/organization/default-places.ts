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

/** What nobody chooses for others. */
export const notInDefaults: readonly UserSettingName[] = userSettingNames.filter(
  (name) => !userSettings[name].inDefaults,
)

/** The settings that newcomers begin with, as they stand on the pages of one's own. */
export const defaultPlaces: readonly SettingPlace[] = [
  ...preferencePlaces,
  ...notificationPlaces,
  ...topicPlaces,
  ...privacyPlaces,
]

/** Every setting that has a place among the defaults. */
export const placedDefaults: readonly UserSettingName[] = [
  ...defaultPlaces.flatMap(({ names }): readonly UserSettingName[] => names),
  ...Object.values(notificationTable.rows).flat(),
].filter((name) => !notInDefaults.includes(name))
