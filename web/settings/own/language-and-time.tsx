import { updateSettings } from '../../../src/features/people/user-settings/api.ts'
import { Choice } from '../../controls/choice.tsx'
import { useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { accountZone, nameOfZone, suggestedZone, zonesWith } from '../../store/time-zone.ts'
import { ownPages as t } from '../../texts/own-pages.ts'
import { ownSettings } from '../../texts/own-settings.ts'
import { timeZone } from '../../texts/time-zone.ts'
import { api } from '../../transport/api.ts'
import { changeOwn, ownValues } from './own-values.ts'
import { UserSetting, UserSettingGroups } from './user-setting.tsx'
import { languagePlaces } from './user-setting-places.ts'

const [language, time] = languagePlaces

export function LanguageAndTime() {
  const own = { values: ownValues.value ?? {}, change: changeOwn }
  return (
    <>
      <UserSettingGroups places={[language]} {...own} />
      <SettingGroup title={ownSettings.groups[time.group]}>
        <TimeZone />
        {time.names.map((name) => (
          <UserSetting key={name} name={name} {...own} />
        ))}
      </SettingGroup>
    </>
  )
}

function TimeZone() {
  const zone = useSaving(accountZone.value, (timezone) => api.call(updateSettings, { timezone }))
  const here = suggestedZone.value
  const options = [
    ...(accountZone.value === '' ? [{ value: '', label: t.noZone }] : []),
    ...zonesWith(zone.value).map((value) => ({ value, label: nameOfZone(value) })),
  ]
  return (
    <Setting id="timezone" {...t.languageAndTime.timezone} saving={zone} isWide>
      <Choice saving={zone} options={options} />
      {here !== undefined && (
        <button type="button" class="button" onClick={() => void zone.run(here)}>
          {timeZone.use(nameOfZone(here))}
        </button>
      )}
    </Setting>
  )
}
