import { changeOwn, ownValues } from './own-values.ts'
import { UserSettingGroups } from './user-setting.tsx'
import { preferencePlaces } from './user-setting-places.ts'

export const Preferences = () => (
  <UserSettingGroups places={preferencePlaces} values={ownValues.value ?? {}} change={changeOwn} />
)
