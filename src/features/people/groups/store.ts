import type { GroupId, UserId } from '#contract'
import { anyOf, type Changes, insertRows, type NewRow, type Row, type Tx } from '#platform/db'

export const insert = (tx: Tx, row: NewRow<'user_group'>): Promise<Row<'user_group'>> =>
  tx.insertInto('user_group').values(row).returningAll().executeTakeFirstOrThrow()

export async function update(tx: Tx, id: GroupId, changes: Changes<'user_group'>): Promise<void> {
  await tx.updateTable('user_group').set(changes).where('id', '=', id).execute()
}

export async function addMembers(tx: Tx, org_id: number, group_id: GroupId, userIds: UserId[]): Promise<void> {
  if (userIds.length === 0) return
  const rows = userIds.map((user_id) => ({ org_id, group_id, user_id }))
  await insertRows(tx, 'user_group_member', rows)
}

export async function removeMembers(tx: Tx, group_id: GroupId, userIds: UserId[]): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .deleteFrom('user_group_member')
    .where('group_id', '=', group_id)
    .where('user_id', '=', anyOf(userIds))
    .execute()
}

export async function addSubgroups(tx: Tx, org_id: number, group_id: GroupId, ids: GroupId[]): Promise<void> {
  if (ids.length === 0) return
  const rows = ids.map((subgroup_id) => ({ org_id, group_id, subgroup_id }))
  await insertRows(tx, 'user_group_subgroup', rows)
}

export async function removeSubgroups(tx: Tx, group_id: GroupId, ids: GroupId[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('user_group_subgroup')
    .where('group_id', '=', group_id)
    .where('subgroup_id', '=', anyOf(ids))
    .execute()
}

/** Returns their IDs by name. */
export async function insertSystemGroups(
  tx: Tx,
  org_id: number,
  names: readonly string[],
): Promise<ReadonlyMap<string, GroupId>> {
  const rows = names.map((name) => ({ org_id, name, is_system: true }))
  const groups = await tx.insertInto('user_group').values(rows).returning(['id', 'name']).execute()
  return new Map(groups.map(({ id, name }) => [name, id]))
}

export const insertSubgroups = (tx: Tx, rows: NewRow<'user_group_subgroup'>[]): Promise<unknown> =>
  tx.insertInto('user_group_subgroup').values(rows).execute()
