import { codePoints, shortened } from '#contract'
import { maxPerOrganization } from '../../people/organization/totals.ts'
import { maxProfileFieldHintLength, maxProfileFieldNameLength } from '../../people/profile-fields/api.ts'
import { profileFieldsCache } from '../../people/profile-fields/cache.ts'
import { checkedFieldData } from '../../people/profile-fields/field-data.ts'
import { type FieldType, fieldTypes } from '../../people/profile-fields/field-types.ts'
import { checkedText, isEmpty } from '../../people/profile-fields/field-values.ts'

import type { Catalog, PersonRecord, ProfileFieldRecord } from './records.ts'
import type { Report } from './report.ts'
import type { Target } from './target.ts'

export interface PlannedField {
  readonly record: ProfileFieldRecord
  readonly name: string
  readonly type: number
  readonly data: Readonly<Record<string, unknown>>
  id: number | undefined
}

/** A value as it is stored, or keys of people. */
type PlannedValue = readonly [field: PlannedField, value: string | readonly string[]]

export interface PlannedProfiles {
  readonly fields: readonly PlannedField[]
  /** By the keys of people; people without values are missing. */
  readonly values: ReadonlyMap<string, readonly PlannedValue[]>
}

/** Fields with the same name and type are reused. */
export function planProfiles(
  catalog: Pick<Catalog, 'people' | 'profileFields'>,
  people: { has(key: string): boolean },
  { org }: Pick<Target, 'org'>,
  report: Report,
): PlannedProfiles {
  const there = org?.get(profileFieldsCache).all ?? []
  const taken = new Map<string, Pick<PlannedField, 'type' | 'id' | 'data'>>(
    there.map(({ name, type, id, data }) => [name.toLowerCase(), { type, id, data }]),
  )
  let room = maxPerOrganization['custom profile fields'] - there.length
  const fields = new Map<string, PlannedField>()
  for (const record of [...(catalog.profileFields ?? []), ...unstated(catalog)]) {
    const { type, data } = typeOf(record, report)
    const wanted = shortened(record.name.replace(/\s+/g, ' ').trim(), maxProfileFieldNameLength - 4) || 'Field'
    let name = wanted
    for (let number = 2; (taken.get(name.toLowerCase())?.type ?? type) !== type; number++) name = `${wanted} ${number}`
    const known = taken.get(name.toLowerCase())
    if (fields.has(record.key) || (!known && room === 0)) {
      const loss = fields.has(record.key) ? 'Profile fields whose id is there twice' : 'Profile fields beyond the most'
      report.lose({ loss, where: record.name })
      continue
    }
    report.count(known ? 'existing profile fields' : 'profile fields')
    if (name !== record.name) report.change('Profile field names', `${record.name} → ${name}`)
    if (!known) {
      room--
      taken.set(name.toLowerCase(), { type, id: undefined, data })
    }
    fields.set(record.key, { record, name, type, data: known?.data ?? data, id: known?.id })
  }
  const values = new Map<string, PlannedValue[]>()
  for (const person of catalog.people)
    if (!person.isBot && !values.has(person.key)) {
      const said = valuesOf(person, fields, people, report)
      if (said.length > 0) values.set(person.key, said)
    }
  return { fields: [...fields.values()], values }
}

const isLong = (value: string | readonly string[]) => typeof value === 'string' && codePoints(value) > 50

function unstated({ people, profileFields = [] }: Pick<Catalog, 'people' | 'profileFields'>): ProfileFieldRecord[] {
  const stated = new Set(profileFields.map(({ key }) => key))
  const types = new Map<string, FieldType>()
  for (const { profile = {}, isBot } of people)
    if (!isBot)
      for (const [key, value] of Object.entries(profile))
        if (!stated.has(key) && !isEmpty(value))
          types.set(key, isLong(value) || types.get(key) === 'LONG_TEXT' ? 'LONG_TEXT' : 'SHORT_TEXT')
  return [...types].map(([key, type]) => ({ key, name: key, type }))
}

/** A field with invalid choices or an unknown external account becomes a text field. */
function typeOf({ name, type, data = {} }: ProfileFieldRecord, report: Report) {
  const { id } = fieldTypes[type]
  try {
    return { type: id, data: checkedFieldData(id, data) }
  } catch (error) {
    report.change('Profile fields imported as text', `${name}: ${(error as Error).message}`)
    return { type: fieldTypes.SHORT_TEXT.id, data: {} }
  }
}

function valuesOf(
  { profile = {}, fullName }: PersonRecord,
  fields: ReadonlyMap<string, PlannedField>,
  people: { has(key: string): boolean },
  report: Report,
): PlannedValue[] {
  const said = Object.entries(profile).flatMap(([key, value]): PlannedValue[] => {
    const field = fields.get(key)
    if (!field || isEmpty(value)) return []
    const lose = (why: string) => {
      report.lose({ loss: 'Profile answers without a matching field', where: `${fullName}: ${why}` })
      return []
    }
    if (field.type === fieldTypes.USER.id) {
      const known = (typeof value === 'string' ? [] : value).filter((one) => people.has(one))
      return known.length > 0 ? [[field, known]] : lose(`${field.name}: doesn't name anyone in the archive`)
    }
    try {
      return [[field, checkedText(field, typeof value === 'string' ? value.toWellFormed() : value)]]
    } catch (error) {
      return lose((error as Error).message)
    }
  })
  if (said.length > 0) report.count('profile field values', said.length)
  return said
}

export const hintOf = ({ hint = '' }: ProfileFieldRecord): string =>
  shortened(hint.replace(/\s+/g, ' ').trim(), maxProfileFieldHintLength)
