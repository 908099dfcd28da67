import type { Row, Tx } from '#platform/db'
import { cache } from '#platform/organization'
import { profileFieldsChanged } from '../users/states.ts'
import type { Field } from './profile-field.ts'
import * as store from './store.ts'

class ProfileFields {
  all: readonly Field[] = []

  find(id: number): Field | undefined {
    return this.all.find((field) => field.id === id)
  }
}

const toField = (row: Row<'profile_field'>): Field => ({
  id: row.id,
  type: row.field_type,
  name: row.name,
  hint: row.hint,
  data: row.field_data as Field['data'],
  required: row.required,
  editableByUser: row.editable_by_user,
  inSummary: row.display_in_profile_summary,
  matchesUsers: row.use_for_user_matching,
})

export const readFields = async (tx: Tx, orgId: number): Promise<Field[]> => (await store.list(tx, orgId)).map(toField)

export const profileFieldsCache = cache<ProfileFields>({
  name: 'profile fields',
  async load(tx, orgId) {
    return Object.assign(new ProfileFields(), { all: await readFields(tx, orgId) })
  },
}).on(profileFieldsChanged, async (fields, _events, tx, orgId) => {
  const all = await readFields(tx, orgId)
  return () => {
    fields.all = all
  }
})
