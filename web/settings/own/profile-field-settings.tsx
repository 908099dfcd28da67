import { parsedJson } from '#contract'
import { type ProfileField, updateProfile } from '../../../src/features/people/profile-fields/api.ts'
import { fieldTypes } from '../../../src/features/people/profile-fields/field-types.ts'
import { canFillIn } from '../../../src/features/people/profile-fields/rules.ts'
import type { User } from '../../../src/features/people/users/wire.ts'
import { PeopleField } from '../../channel-browser/people-field.tsx'
import { Choice } from '../../controls/choice.tsx'
import { LongText } from '../../controls/long-text.tsx'
import { type Saving, useSaving } from '../../controls/saving.ts'
import { Setting } from '../../controls/setting.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useTyped } from '../../controls/typed.ts'
import { TypedButtons } from '../../controls/typed-buttons.tsx'
import { oneself } from '../../permissions/rights.ts'
import { part } from '../../store/connection.ts'
import { nameOf } from '../../store/people.ts'
import { t as main } from '../../texts/index.ts'
import { ownPages } from '../../texts/own-pages.ts'
import { api } from '../../transport/api.ts'

const t = ownPages
const fields = part<ProfileField[]>('custom_profile_fields')
const { LONG_TEXT, SELECT, DATE, URL, USER } = fieldTypes
const longest = { text: 50, long: 500, link: 2_048 }

export const ProfileFieldSettings = ({ own }: { own: User }) => (
  <>
    {(fields.value ?? []).map((field) => (
      <FieldSetting key={field.id} field={field} known={own.profile_data?.[field.id]?.value ?? ''} />
    ))}
  </>
)

function FieldSetting({ field, known }: { field: ProfileField; known: string }) {
  const isFixed = !canFillIn(oneself(), { editableByUser: field.editable_by_user })
  const saving = useSaving(known, (value) => api.call(updateProfile, { data: [{ id: field.id, value }] }))
  const help = [field.hint, field.required && known === '' && t.required].filter(Boolean).join(' ')
  const isChoice = field.type === SELECT.id
  return (
    <Setting
      id={`field-${field.id}`}
      label={field.name}
      help={help}
      locked={isFixed ? t.fieldFixed : undefined}
      saving={saving}
      isWide={!isChoice}
    >
      {isChoice ? (
        <Choice saving={saving} options={optionsOf(field)} />
      ) : field.type === LONG_TEXT.id ? (
        <LongText saving={saving} maxLength={longest.long} />
      ) : field.type === USER.id ? (
        isFixed ? (
          <p dir="auto">{peopleIn(known).map(nameOf).join(main.separator) || t.chooseNothing}</p>
        ) : (
          <PeopleValue label={field.name} saving={saving} />
        )
      ) : (
        <TextField
          saving={saving}
          maxLength={field.type === URL.id ? longest.link : longest.text}
          type={field.type === DATE.id ? 'date' : field.type === URL.id ? 'url' : 'text'}
        />
      )}
    </Setting>
  )
}

function peopleIn(text: string): readonly number[] {
  const ids = parsedJson(text)
  return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : []
}

/** People, stored as a list of ids in a string. */
function PeopleValue({ label, saving }: { label: string; saving: Saving<string> }) {
  const typed = useTyped(saving)
  const chosen = {
    get value(): readonly number[] {
      return peopleIn(typed.text)
    },
    set value(next) {
      typed.type(next.length === 0 ? '' : JSON.stringify(next))
    },
  }
  return (
    <>
      <PeopleField label={label} chosen={chosen} />
      <TypedButtons typed={typed} />
    </>
  )
}

function optionsOf({ field_data }: ProfileField) {
  const all = Object.entries((parsedJson(field_data) ?? {}) as Record<string, { text?: string; order?: string }>)
  return [
    { value: '', label: t.chooseNothing },
    ...all
      .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
      .map(([value, { text = value }]) => ({ value, label: text })),
  ]
}
