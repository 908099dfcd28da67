import { type Changes, type NewRow, type Row, raw, type Tx } from '#platform/db'

export type FolderRow = Row<'channel_folder'>

export const list = (tx: Tx, orgId: number): Promise<FolderRow[]> =>
  tx.selectFrom('channel_folder').selectAll().where('org_id', '=', orgId).orderBy('rank').orderBy('id').execute()

export const insert = (tx: Tx, row: NewRow<'channel_folder'>): Promise<FolderRow> =>
  tx.insertInto('channel_folder').values(row).returningAll().executeTakeFirstOrThrow()

export async function update(tx: Tx, id: number, changes: Changes<'channel_folder'>): Promise<void> {
  await tx.updateTable('channel_folder').set(changes).where('id', '=', id).execute()
}

export async function reorder(tx: Tx, orgId: number, order: number[]): Promise<void> {
  await raw(
    tx,
    `update channel_folder f set rank = o.place - 1 from unnest($2::bigint[]) with ordinality o(id, place)
     where f.org_id = $1 and f.id = o.id`,
    [orgId, order],
  )
}

/** Archived channels don't count. Queries the channels feature's table. */
export async function hasChannels(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx
    .selectFrom('channel')
    .select('id')
    .where('folder_id', '=', id)
    .where('archived_at', 'is', null)
    .limit(1)
    .execute()
  return rows.length > 0
}
