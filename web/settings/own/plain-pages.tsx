import { changeOwn, ownValues } from './own-values.ts'
import { UserSettingGroups } from './user-setting.tsx'
import {
  appearancePlaces,
  messagePlaces,
  navigationPlaces,
  privacyPlaces,
  type SettingPlace,
} from './user-setting-places.ts'

/** A page that has nothing but settings from the table. */
const pageOf = (places: readonly SettingPlace[]) => () => (
  <UserSettingGroups places={places} values={ownValues.value ?? {}} change={changeOwn} />
)

export const Appearance = pageOf(appearancePlaces)
export const Messages = pageOf(messagePlaces)
export const Navigation = pageOf(navigationPlaces)
export const Privacy = pageOf(privacyPlaces)
