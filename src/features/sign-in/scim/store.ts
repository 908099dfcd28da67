import type { GroupId, UserId } from '#contract'
import { anyOf, insertRows, type NewRow, type Row, type Tx } from '#platform/db'
import type { KeptGroup, KeptPerson, ProfileFieldIds } from './directory.ts'
import type { Json } from './json.ts'
import { scimLimits } from './limits.ts'

export const settings = (tx: Tx, orgId: number): Promise<Row<'scim_directory'> | undefined> =>
  tx.selectFrom('scim_directory').selectAll().where('org_id', '=', orgId).executeTakeFirst()

export async function putSettings(
  tx: Tx,
  orgId: number,
  values: { enabled: boolean; profile_fields: ProfileFieldIds },
): Promise<void> {
  await tx
    .insertInto('scim_directory')
    .values({ org_id: orgId, ...values })
    .onConflict((conflict) => conflict.column('org_id').doUpdateSet(values))
    .execute()
}

export const tokens = (tx: Tx, orgId: number): Promise<Row<'scim_token'>[]> =>
  tx.selectFrom('scim_token').selectAll().where('org_id', '=', orgId).orderBy('id').execute()

export const insertToken = (tx: Tx, row: NewRow<'scim_token'>): Promise<Row<'scim_token'>> =>
  tx.insertInto('scim_token').values(row).returningAll().executeTakeFirstOrThrow()

export async function renameToken(tx: Tx, orgId: number, id: number, name: string): Promise<void> {
  await tx.updateTable('scim_token').set({ name }).where('org_id', '=', orgId).where('id', '=', id).execute()
}

export async function removeToken(tx: Tx, orgId: number, id: number): Promise<void> {
  await tx.deleteFrom('scim_token').where('org_id', '=', orgId).where('id', '=', id).execute()
}

export async function noteUsed(tx: Tx, orgId: number, ids: readonly number[], at: Date): Promise<void> {
  const used = tx.updateTable('scim_token').set({ last_used_at: at }).where('org_id', '=', orgId)
  await used.where('id', '=', anyOf(ids)).execute()
}

export async function people(tx: Tx, orgId: number, ids?: readonly UserId[]): Promise<KeptPerson[]> {
  const query = tx.selectFrom('scim_person').selectAll().where('org_id', '=', orgId)
  const rows = await (ids ? query.where('user_id', '=', anyOf(ids)) : query).execute()
  return rows.map((row) => ({
    userId: row.user_id,
    externalId: row.external_id,
    userName: row.user_name,
    attributes: row.attributes as Json,
    modifiedAt: row.modified_at,
    isDeleted: row.deleted_at !== null,
  }))
}

export async function putPerson(tx: Tx, { user_id, org_id, ...values }: NewRow<'scim_person'>): Promise<void> {
  await tx
    .insertInto('scim_person')
    .values({ user_id, org_id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

export async function groups(tx: Tx, orgId: number, ids?: readonly GroupId[]): Promise<KeptGroup[]> {
  const query = tx.selectFrom('scim_group').selectAll().where('org_id', '=', orgId)
  const rows = await (ids ? query.where('group_id', '=', anyOf(ids)) : query).execute()
  return rows.map((row) => ({ groupId: row.group_id, externalId: row.external_id, modifiedAt: row.modified_at }))
}

export async function putGroup(tx: Tx, { group_id, org_id, ...values }: NewRow<'scim_group'>): Promise<void> {
  await tx
    .insertInto('scim_group')
    .values({ group_id, org_id, ...values })
    .onConflict((conflict) => conflict.column('group_id').doUpdateSet(values))
    .execute()
}

/** Stores requests and deletes the oldest beyond the limit. */
export async function keepRequests(
  tx: Tx,
  orgId: number,
  rows: readonly NewRow<'scim_request'>[],
  notBefore: Date,
): Promise<void> {
  await insertRows(tx, 'scim_request', rows)
  await tx
    .deleteFrom('scim_request')
    .where('org_id', '=', orgId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('at', '<', notBefore),
        eb(
          'id',
          '<=',
          selectFrom('scim_request')
            .select('id')
            .where('org_id', '=', orgId)
            .orderBy('id', 'desc')
            .offset(scimLimits.requests)
            .limit(1),
        ),
      ]),
    )
    .execute()
}

/** Newest first. */
export function requests(tx: Tx, orgId: number, onlyProblems: boolean, limit: number): Promise<Row<'scim_request'>[]> {
  let query = tx.selectFrom('scim_request').selectAll().where('org_id', '=', orgId)
  if (onlyProblems) query = query.where('status', '>=', 400)
  return query.orderBy('id', 'desc').limit(limit).execute()
}
