import { changeOwn, ownValues } from './own-values.ts'
import { UserSettingGroups } from './user-setting.tsx'
import { preferencePlaces } from './user-setting-places.ts'

/** How everything looks and behaves for oneself. */
export const Preferences = () => (
  <UserSettingGroups places={preferencePlaces} values={ownValues.value ?? {}} change={changeOwn} />
)
