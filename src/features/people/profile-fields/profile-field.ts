import type { ProfileField } from './api.ts'

export interface Field {
  readonly id: number
  readonly type: number
  readonly name: string
  readonly hint: string
  readonly data: Readonly<Record<string, unknown>>
  readonly required: boolean
  readonly editableByUser: boolean
  readonly inSummary: boolean
  readonly matchesUsers: boolean
}

export const toWire = (fields: readonly Field[]): ProfileField[] =>
  fields.map((field, index) => ({
    id: field.id,
    type: field.type,
    order: index + 1,
    name: field.name,
    hint: field.hint,
    field_data: Object.keys(field.data).length === 0 ? '' : JSON.stringify(field.data),
    required: field.required,
    editable_by_user: field.editableByUser,
    ...(field.inSummary ? { display_in_profile_summary: true as const } : {}),
    ...(field.matchesUsers ? { use_for_user_matching: true as const } : {}),
  }))
