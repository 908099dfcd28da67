import { seconds } from '#contract'
import type { Tx } from '#platform/db'
import { cache } from '#platform/organization'
import { type ChannelFolder, folderAdded, foldersReordered, folderUpdated } from './api.ts'
import { type FolderRow, list } from './store.ts'

export const toFolder = (row: FolderRow): ChannelFolder => ({
  id: row.id,
  name: row.name,
  description: row.description,
  rendered_description: row.rendered_description,
  order: row.rank,
  date_created: seconds(row.created_at),
  creator_id: row.creator_id,
  is_archived: row.archived_at !== null,
})

/** In order; includes archived folders. */
export type Folders = Map<number, ChannelFolder>

const read = async (tx: Tx, orgId: number): Promise<Folders> =>
  new Map((await list(tx, orgId)).map((row) => [row.id, toFolder(row)]))

export const foldersCache = cache<Folders>({
  name: 'channel folders',
  load: read,
}).on([folderAdded, folderUpdated, foldersReordered], async (folders, _events, tx, orgId) => {
  const fresh = await read(tx, orgId)
  return () => {
    folders.clear()
    for (const [id, folder] of fresh) folders.set(id, folder)
  }
})
