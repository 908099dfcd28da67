import { type Changes, compiled, type NewRow, type Row, type Tx } from '#platform/db'

export const insert = (tx: Tx, row: NewRow<'user_group'>): Promise<Row<'user_group'>> =>
  tx.insertInto('user_group').values(row).returningAll().executeTakeFirstOrThrow()

export async function update(tx: Tx, id: number, changes: Changes<'user_group'>): Promise<void> {
  await tx.updateTable('user_group').set(changes).where('id', '=', id).execute()
}

export async function addMembers(tx: Tx, org_id: number, group_id: number, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return
  await compiled(tx, 'insert into user_group_member (org_id, group_id, user_id) select $1, $2, unnest($3::bigint[])', [
    org_id,
    group_id,
    userIds,
  ])
}

export async function removeMembers(tx: Tx, group_id: number, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return
  await compiled(tx, 'delete from user_group_member where group_id = $1 and user_id = any($2::bigint[])', [
    group_id,
    userIds,
  ])
}

export async function addSubgroups(tx: Tx, org_id: number, group_id: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await compiled(
    tx,
    'insert into user_group_subgroup (org_id, group_id, subgroup_id) select $1, $2, unnest($3::bigint[])',
    [org_id, group_id, ids],
  )
}

export async function removeSubgroups(tx: Tx, group_id: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await compiled(tx, 'delete from user_group_subgroup where group_id = $1 and subgroup_id = any($2::bigint[])', [
    group_id,
    ids,
  ])
}
