import { type UserSettingName, userSettings } from '../../../src/features/people/user-settings/settings.ts'
import { Choice, type ChoiceOption } from '../../controls/choice.tsx'
import { NumberField } from '../../controls/number-field.tsx'
import { type Saving, useSaving } from '../../controls/saving.ts'
import { Setting, SettingGroup } from '../../controls/setting.tsx'
import { Toggle } from '../../controls/toggle.tsx'
import type { ShownUserSetting } from '../../declarations/api-only.ts'
import { loadInLanguage } from '../../store/language.ts'
import { ownSettings } from '../../texts/own-settings.ts'
import { userSettingTexts } from '../../texts/user-settings.ts'
import { languages } from './languages.ts'
import { usablePlaces } from './usable-places.ts'
import { choicesOf } from './user-setting-choices.ts'
import type { SettingPlace } from './user-setting-places.ts'

/** The values of all personal settings, and how to change one: the user's own, or the defaults for new users. */
export interface UserSettingValues {
  readonly values: Readonly<Record<string, unknown>>
  readonly change: (name: UserSettingName, value: unknown) => Promise<unknown>
  readonly locked?: string | undefined
}

const limits = { web_font_size_px: [8, 40], web_line_height_percent: [80, 300] } as const
const isLimited = (name: UserSettingName): name is keyof typeof limits => Object.hasOwn(limits, name)
/** Few and short enough to fit side by side. */
const asButtons: readonly ShownUserSetting[] = ['color_scheme']

export function UserSetting({ name, values, change, locked }: UserSettingValues & { name: ShownUserSetting }) {
  const saving = useSaving<unknown>(homeView(values[name] ?? userSettings[name].default), (value) =>
    change(name, value).then(() => name === 'default_language' && loadInLanguage(String(value))),
  )
  const { label, help } = userSettingTexts[name]
  return (
    <Setting id={name} label={label} help={help} locked={locked} saving={saving}>
      <Control name={name} values={values} saving={saving} />
    </Setting>
  )
}

/** Two names of the same view. */
const homeView = (value: unknown): unknown => (value === 'recent_topics' ? 'recent' : value)

function Control({
  name,
  values,
  saving,
}: {
  name: ShownUserSetting
  values: UserSettingValues['values']
  saving: Saving<unknown>
}) {
  const { unit } = userSettingTexts[name]
  if (typeof userSettings[name].default === 'boolean') return <Toggle saving={saving as Saving<boolean>} />
  if (isLimited(name)) {
    const [min, max] = limits[name]
    return <NumberField saving={saving as Saving<number>} min={min} max={max} {...(unit ? { unit } : {})} />
  }
  return (
    <Choice
      saving={saving as Saving<string | number>}
      options={optionsOf(name, values)}
      kind={asButtons.includes(name) ? 'buttons' : 'list'}
    />
  )
}

function optionsOf(
  name: ShownUserSetting,
  values: UserSettingValues['values'],
): readonly ChoiceOption<string | number>[] {
  if (name === 'default_language') return languages
  if (name === 'notification_sound')
    return ['none', ...((values.available_notification_sounds ?? []) as string[])].map((value) => ({
      value,
      label: value === 'none' ? ownSettings.noSound : value.charAt(0).toUpperCase() + value.slice(1),
    }))
  const labels = userSettingTexts[name].choices ?? {}
  return (choicesOf[name] ?? []).map((value) => ({ value, label: labels[value] ?? String(value) }))
}

export const UserSettingGroups = ({
  places,
  omit = [],
  ...more
}: UserSettingValues & { places: readonly SettingPlace[]; omit?: readonly UserSettingName[] }) => (
  <>
    {usablePlaces(places).map(({ group, names }) => {
      const shown = names.filter((name) => !omit.includes(name))
      return (
        shown.length > 0 && (
          <SettingGroup key={group} title={ownSettings.groups[group]}>
            {shown.map((name) => (
              <UserSetting key={name} name={name} {...more} />
            ))}
          </SettingGroup>
        )
      )
    })}
  </>
)
