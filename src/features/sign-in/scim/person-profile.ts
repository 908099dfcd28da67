import { ApiError } from '#contract'
import type { Organization } from '#platform/organization'
import { profileFieldsCache } from '../../people/profile-fields/cache.ts'
import { fieldTypes } from '../../people/profile-fields/field-types.ts'
import { checkedValue } from '../../people/profile-fields/field-values.ts'
import type { Field } from '../../people/profile-fields/profile-field.ts'
import type { Account } from '../../people/users/account.ts'
import { enterpriseSchema } from './attributes.ts'
import type { ProfileFieldIds } from './directory.ts'
import { personIdOf } from './ids.ts'
import type { Json } from './json.ts'
import { type MappedAttribute, mappedAttributes } from './mapped-attributes.ts'

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})

function attributeText(resource: Json, attribute: MappedAttribute): string | undefined {
  const [name = '', kind] = attribute.split('.')
  if (kind !== undefined) {
    const list = Array.isArray(resource[name]) ? (resource[name] as Json[]) : []
    const found = list.find(({ type }) => String(type).toLowerCase() === kind)?.value
    return found === undefined ? undefined : String(found)
  }
  const value = resource[name] ?? object(resource[enterpriseSchema])[name]
  const text = name === 'manager' ? object(value).value : value
  return text === undefined ? undefined : String(text)
}

/** Converts a text to the field's type: a list option by its label, a user by ID. */
function fieldValue(field: Field, text: string): unknown {
  if (field.type === fieldTypes.USER.id) {
    const id = personIdOf(text)
    return id === undefined ? text : [id]
  }
  if (field.type !== fieldTypes.SELECT.id) return text
  const same = text.trim().toLowerCase()
  const choice = Object.entries(field.data).find(([, one]) => String(object(one).text).toLowerCase() === same)
  return choice?.[0] ?? text
}

/** The changes to a profile; values that don't fit their field are skipped and added to `notes`. */
export function profileChanges(
  org: Organization,
  fields: ProfileFieldIds,
  { before, after }: { readonly before: Json; readonly after: Json },
  account: Account | undefined,
  notes: string[],
): { id: number; value: unknown }[] {
  return mappedAttributes.flatMap((attribute) => {
    const field = org.get(profileFieldsCache).find(fields[attribute] ?? 0)
    if (!field) return []
    const text = attributeText(after, attribute)
    if (text === undefined) return attributeText(before, attribute) === undefined ? [] : [{ id: field.id, value: null }]
    const value = fieldValue(field, text)
    try {
      const stored = checkedValue(org, field, value)
      return stored === account?.profile[field.id]?.value ? [] : [{ id: field.id, value }]
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      notes.push(`${attribute}: ${error.message}`)
      return []
    }
  })
}
