import type { Changes, NewRow, Row, Tx } from '#platform/db'

export type StoredGroup = Row<'default_channel_group'>

export const list = (tx: Tx, orgId: number): Promise<StoredGroup[]> =>
  tx.selectFrom('default_channel_group').selectAll().where('org_id', '=', orgId).orderBy('id').execute()

export const insert = (tx: Tx, row: NewRow<'default_channel_group'>): Promise<unknown> =>
  tx.insertInto('default_channel_group').values(row).execute()

export const update = (tx: Tx, id: number, changes: Changes<'default_channel_group'>): Promise<unknown> =>
  tx.updateTable('default_channel_group').set(changes).where('id', '=', id).execute()

export const remove = (tx: Tx, id: number): Promise<unknown> =>
  tx.deleteFrom('default_channel_group').where('id', '=', id).execute()
