import type { UserId } from '#contract'
import { anyTextOf, type Changes, type NewRow, type Row, raw, type Tx } from '#platform/db'

export const list = (tx: Tx, orgId: number): Promise<Row<'profile_field'>[]> =>
  tx.selectFrom('profile_field').selectAll().where('org_id', '=', orgId).orderBy('place').orderBy('id').execute()

export const insert = (tx: Tx, row: NewRow<'profile_field'>): Promise<Row<'profile_field'>> =>
  tx.insertInto('profile_field').values(row).returningAll().executeTakeFirstOrThrow()

export async function update(tx: Tx, id: number, changes: Changes<'profile_field'>): Promise<void> {
  await tx.updateTable('profile_field').set(changes).where('id', '=', id).execute()
}

export async function remove(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('profile_field').where('id', '=', id).execute()
}

/** Orders fields by their IDs' position in the list. */
export async function reorder(tx: Tx, ids: number[]): Promise<void> {
  await raw(
    tx,
    `update profile_field f set place = o.place from unnest($1::bigint[]) with ordinality o(id, place) where f.id = o.id`,
    [ids],
  )
}

export async function putValue(
  tx: Tx,
  orgId: number,
  userId: UserId,
  fieldId: number,
  value: string,
  rendered: string | null,
): Promise<void> {
  const said = { value, rendered_value: rendered }
  await tx
    .insertInto('profile_value')
    .values({ org_id: orgId, user_id: userId, field_id: fieldId, ...said })
    .onConflict((conflict) => conflict.columns(['user_id', 'field_id']).doUpdateSet(said))
    .execute()
}

export async function removeValue(tx: Tx, userId: UserId, fieldId: number): Promise<void> {
  await tx.deleteFrom('profile_value').where('user_id', '=', userId).where('field_id', '=', fieldId).execute()
}

/** Deletes values of removed options; returns their users. */
export async function removeOptions(tx: Tx, fieldId: number, kept: string[]): Promise<UserId[]> {
  const rows = await tx
    .deleteFrom('profile_value')
    .where('field_id', '=', fieldId)
    .where(({ eb, not }) => not(eb('value', '=', anyTextOf(kept))))
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export interface ImportedValue {
  readonly userId: UserId
  readonly fieldId: number
  readonly value: string
  readonly rendered: string | null
}

/** Existing values stay. */
export async function insertImportedValues(tx: Tx, orgId: number, values: readonly ImportedValue[]): Promise<void> {
  await raw(
    tx,
    `insert into profile_value (org_id, user_id, field_id, value, rendered_value)
     select $1, * from unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[]) on conflict do nothing`,
    [
      orgId,
      values.map(({ userId }) => userId),
      values.map(({ fieldId }) => fieldId),
      values.map(({ value }) => value),
      values.map(({ rendered }) => rendered),
    ],
  )
}
