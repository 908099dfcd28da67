import type { NewRow, Row, Tx } from '#platform/db'
import { pictureUrl } from '../../people/organization/picture.ts'
import type { CustomEmoji } from './api.ts'

const toWire = (row: Row<'custom_emoji'>): CustomEmoji => ({
  id: `${row.id}`,
  name: row.name,
  source_url: pictureUrl(row.org_id, 'emoji', row.file),
  still_url: row.still_file === null ? null : pictureUrl(row.org_id, 'emoji', row.still_file),
  deactivated: row.deactivated,
  author_id: row.author_id,
})

export const list = async (tx: Tx, orgId: number): Promise<CustomEmoji[]> =>
  (await tx.selectFrom('custom_emoji').selectAll().where('org_id', '=', orgId).orderBy('id').execute()).map(toWire)

export const insert = async (tx: Tx, row: NewRow<'custom_emoji'>): Promise<CustomEmoji> =>
  toWire(await tx.insertInto('custom_emoji').values(row).returningAll().executeTakeFirstOrThrow())

export const deactivate = (tx: Tx, id: number) =>
  tx.updateTable('custom_emoji').set({ deactivated: true }).where('id', '=', id).execute()
