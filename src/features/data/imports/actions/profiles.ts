import type { UserId } from '#contract'
import { createField } from '../../../people/profile-fields/actions.ts'
import { maxProfileFieldsInSummary } from '../../../people/profile-fields/api.ts'
import { profileFieldsCache } from '../../../people/profile-fields/cache.ts'
import { canMatchUsers, fitsSummary } from '../../../people/profile-fields/field-types.ts'
import { renderedValue } from '../../../people/profile-fields/field-values.ts'
import { type ImportedValue, putImportedValues } from '../../../people/profile-fields/imported.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type Import, idsOf } from '../import.ts'
import { hintOf, type PlannedField } from '../profiles-plan.ts'

/** perf: texts rendered at a time */
const together = 50

export async function writeProfiles(one: Import): Promise<void> {
  const { org } = one
  const { fields, values } = one.profiles
  for (const field of fields) field.id ??= await writeField(one, field)
  const { byId } = org.get(peopleCache)
  const people = [...values].flatMap(([key, said]) => {
    const account = byId.get(one.people.get(key)?.id as UserId)
    // people who have joined edit their own profile
    return account && !account.isActive && !account.isDeleted && account.botType === null ? [{ account, said }] : []
  })
  for (let from = 0; from < people.length; from += together) {
    const rows = people.slice(from, from + together).flatMap(({ account, said }) =>
      said.flatMap(([field, given]): ImportedValue[] => {
        const value = typeof given === 'string' ? given : JSON.stringify(idsOf(one, given))
        if (field.id === undefined) return []
        const shown = org.get(profileFieldsCache).find(field.id)
        return [
          { userId: account.id, fieldId: field.id, value, rendered: shown ? renderedValue(org, shown, value) : null },
        ]
      }),
    )
    await org.transact(null, (mutation) => putImportedValues(mutation, rows))
  }
}

function writeField({ org }: Import, { record, name, type, data }: PlannedField): Promise<number> {
  return org.transact(null, (mutation) => {
    const inSummary = mutation.get(profileFieldsCache).all.filter((one) => one.inSummary).length
    return createField(mutation, {
      ...{ field_type: type, name, hint: hintOf(record), field_data: { ...data } },
      display_in_profile_summary:
        record.isInSummary === true && fitsSummary(type) && inSummary < maxProfileFieldsInSummary,
      required: record.isRequired ?? false,
      editable_by_user: record.isTheirs ?? true,
      use_for_user_matching: record.matchesUsers === true && canMatchUsers(type),
    })
  })
}
