import { apiError, bool, endpoint, id, ids, int, json, maxLookupLength, record, state, text, z } from '#contract'
import { tooManyKept } from '../organization/totals.ts'
import { profileTextErrors } from '../users/errors.ts'
import { profileData } from '../users/input.ts'
import { profileFieldsChanged } from '../users/states.ts'
import { typeIds } from './field-types.ts'

export const maxProfileFieldNameLength = 40
export const maxProfileFieldHintLength = 80
export const maxProfileFieldsInSummary = 2

export const noSuchField = apiError(400, 'BAD_REQUEST', 'Field id {id} not found.')
export const fieldNameTaken = apiError(400, 'BAD_REQUEST', 'A field with that label already exists.')
export const fieldNameMissing = apiError(400, 'BAD_REQUEST', 'Label cannot be blank.')
export const badFieldData = apiError(400, 'BAD_REQUEST', 'Invalid field_data: {reason}')
export const notInSummary = apiError(400, 'BAD_REQUEST', 'Field type not supported for display in profile summary.')
export const summaryIsFull = apiError(
  400,
  'BAD_REQUEST',
  'Only {limit} custom profile fields can be displayed in the profile summary.',
  { limit: maxProfileFieldsInSummary },
)
export const cannotMatchUsers = apiError(400, 'BAD_REQUEST', 'Field type not supported for matching users.')
export const badOrder = apiError(400, 'BAD_REQUEST', 'Invalid order mapping.')
export const badValue = apiError(400, 'BAD_REQUEST', '{field} {reason}')
export const notEditable = apiError(
  400,
  'BAD_REQUEST',
  'You are not allowed to change this field. Contact an administrator to update it.',
)
export const botsHaveNoProfile = apiError(400, 'BAD_REQUEST', 'Bots have no profile fields')

/** A custom profile field; `field_data` is a JSON string. */
export const ProfileField = z.object({
  id: int,
  type: int,
  order: int,
  name: z.string(),
  hint: z.string(),
  field_data: z.string(),
  required: bool,
  editable_by_user: bool,
  display_in_profile_summary: z.literal(true).optional(),
  use_for_user_matching: z.literal(true).optional(),
})
export type ProfileField = z.infer<typeof ProfileField>

const name = text({ trim: true, max: maxProfileFieldNameLength })
const hint = text({ trim: true, max: maxProfileFieldHintLength })
/** Options by value, or the external account type. */
const field_data = record(text({ max: maxLookupLength }), json({ maxEncoded: 10_000 }), { max: 1_000 }).transform(
  (fields): Record<string, unknown> => Object.fromEntries(fields),
)

export const getFields = endpoint('GET /realm/profile_fields', {
  summary: 'Get custom profile fields, in order',
  result: { custom_fields: z.array(ProfileField) },
})

export const createField = endpoint('POST /realm/profile_fields', {
  summary: 'Create a custom profile field',
  caller: 'administrator',
  params: {
    field_type: z.literal(typeIds),
    name: name.default(''),
    hint: hint.default(''),
    field_data: field_data.default({}),
    display_in_profile_summary: bool.default(false),
    required: bool.default(false),
    editable_by_user: bool.default(true),
    use_for_user_matching: bool.default(false),
  },
  result: { id: int },
  errors: [fieldNameTaken, fieldNameMissing, badFieldData, notInSummary, summaryIsFull, cannotMatchUsers, tooManyKept],
})

export const updateField = endpoint('PATCH /realm/profile_fields/{field_id}', {
  summary: 'Update a custom profile field',
  caller: 'administrator',
  params: {
    field_id: id,
    name: name.optional(),
    hint: hint.optional(),
    field_data: field_data.optional(),
    display_in_profile_summary: bool.optional(),
    required: bool.optional(),
    editable_by_user: bool.optional(),
    use_for_user_matching: bool.optional(),
  },
  errors: [noSuchField, fieldNameTaken, fieldNameMissing, badFieldData, notInSummary, summaryIsFull, cannotMatchUsers],
})

export const deleteField = endpoint('DELETE /realm/profile_fields/{field_id}', {
  summary: 'Delete a custom profile field and all its values',
  caller: 'administrator',
  params: { field_id: id },
  errors: [noSuchField],
})

export const reorderFields = endpoint('PATCH /realm/profile_fields', {
  summary: 'Reorder custom profile fields',
  caller: 'administrator',
  params: { order: ids },
  errors: [badOrder],
})

export const updateProfile = endpoint('PATCH /users/me/profile_data', {
  summary: 'Update your custom profile fields; an empty value clears a field',
  contributes: true,
  caller: 'human',
  params: { data: profileData },
  errors: [noSuchField, badValue, notEditable, ...profileTextErrors],
})

export const deleteFromProfile = endpoint('DELETE /users/me/profile_data', {
  summary: 'Remove values from your custom profile fields',
  caller: 'human',
  params: { data: ids },
  errors: [noSuchField, notEditable],
})

export const fieldsState = state('custom_profile_fields', z.array(ProfileField)).on(
  profileFieldsChanged,
  (_before, { fields }) => fields as unknown as ProfileField[],
)
export const fieldTypesState = state(
  'custom_profile_field_types',
  z.record(z.string(), z.object({ id: int, name: z.string() })),
  'custom_profile_fields',
)
