import type { UserId } from '#contract'
import { raw } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { accountChanged } from '../users/states.ts'

export interface ImportedValue {
  readonly userId: UserId
  readonly fieldId: number
  readonly value: string
  readonly rendered: string | null
}

/** Fills imported profiles; existing values stay. Clients see the values after they register again. */
export async function putImportedValues(mutation: Mutation, values: readonly ImportedValue[]): Promise<void> {
  if (values.length === 0) return
  await raw(
    mutation.tx,
    `insert into profile_value (org_id, user_id, field_id, value, rendered_value)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) on conflict do nothing`,
    [
      mutation.org.id,
      values.map(({ userId }) => userId),
      values.map(({ fieldId }) => fieldId),
      values.map(({ value }) => value),
      values.map(({ rendered }) => rendered),
    ],
  )
  for (const user_id of new Set(values.map(({ userId }) => userId))) mutation.emit(accountChanged, { user_id })
}
