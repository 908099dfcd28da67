import { parsedJson } from '#contract'
import { type FieldType, fieldTypes } from '../../../../people/profile-fields/field-types.ts'
import { fieldsOf } from '../../containers/fields.ts'

import type { PersonRecord, ProfileFieldRecord } from '../../records.ts'
import type { Realm } from './realm.ts'

const typeNames = new Map(Object.entries(fieldTypes).map(([name, { id }]) => [id as number, name as FieldType]))

/** Unknown field types of later releases become text. */
const typeOf = (id: number): FieldType => typeNames.get(id) ?? 'SHORT_TEXT'

export const profileFieldsOf = ({ profileFields }: Realm): ProfileFieldRecord[] =>
  [...profileFields]
    .sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || a.id - b.id)
    .map((one) => ({
      key: String(one.id),
      name: one.name,
      type: typeOf(one.field_type),
      hint: one.hint ?? undefined,
      data: fieldsOf(parsedJson(one.field_data ?? '')),
      isRequired: one.required,
      isTheirs: one.editable_by_user !== false,
      isInSummary: one.display_in_profile_summary,
      matchesUsers: one.use_for_user_matching,
    }))

export function profileOf(person: number, { profileFields, profiles }: Realm): PersonRecord['profile'] {
  const said = profiles.get(person)
  if (!said) return undefined
  const types = new Map(profileFields.map(({ id, field_type }) => [id, field_type]))
  return Object.fromEntries(
    [...said].flatMap(([field, value]) => {
      const type = types.get(field)
      if (type === undefined) return []
      return [[String(field), type === fieldTypes.USER.id ? keysIn(value) : value]]
    }),
  )
}

const keysIn = (value: string): string[] => {
  const ids = parsedJson(value)
  return Array.isArray(ids) ? ids.filter((id) => Number.isSafeInteger(id)).map(String) : []
}
