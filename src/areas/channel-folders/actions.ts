import type { Changes } from '#platform/db'
import type { Act } from '#platform/organization'
import { checkTotal, mostOfOrganization } from '../organization/totals.ts'
import { folderOf } from './access.ts'
import {
  type ChannelFolder,
  folderAdded,
  folderInUse,
  folderNameTaken,
  foldersReordered,
  folderUpdated,
  incompleteOrder,
} from './api.ts'
import { foldersMirror, toFolder } from './mirror.ts'
import * as store from './store.ts'

const everyone = { everyone: true } as const

/** Names of active folders are unique, regardless of case; an archived folder's name can be reused. */
function checkName(act: Act, name: string, except?: number): void {
  const wanted = name.toLowerCase()
  for (const folder of act.get(foldersMirror).values())
    if (!folder.is_archived && folder.id !== except && folder.name.toLowerCase() === wanted)
      throw folderNameTaken({}, { name })
}

/** Creates a folder at the end; `rendered` is the HTML of its description. */
export async function createFolder(
  act: Act,
  { name, description }: { name: string; description: string },
  rendered: string,
) {
  const { tx, org, viewer, now } = act
  checkName(act, name)
  checkTotal(mostOfOrganization, 'channel folders', act.get(foldersMirror).size)
  const ranks = [...act.get(foldersMirror).values()].map(({ order }) => order)
  const row = await store.insert(tx, {
    org_id: org.id,
    name,
    description,
    rendered_description: rendered,
    rank: Math.max(-1, ...ranks) + 1,
    creator_id: viewer.id,
    created_at: now,
  })
  const folder = toFolder(row)
  act.emit(folderAdded, { channel_folder: folder }, everyone)
  return folder
}

export async function updateFolder(
  act: Act,
  id: number,
  asked: { name?: string; description?: string; is_archived?: boolean },
  rendered: string,
): Promise<void> {
  const { tx, now } = act
  const before = folderOf(act, id)
  const data: Partial<ChannelFolder> = {}
  const changes: Changes<'channel_folder'> = {}
  if (asked.name !== undefined && asked.name !== before.name) data.name = changes.name = asked.name
  if (asked.description !== undefined && asked.description !== before.description) {
    data.description = changes.description = asked.description
    data.rendered_description = changes.rendered_description = rendered
  }
  if (asked.is_archived !== undefined && asked.is_archived !== before.is_archived) {
    if (asked.is_archived && (await store.hasChannels(tx, id))) throw folderInUse()
    data.is_archived = asked.is_archived
    changes.archived_at = asked.is_archived ? now : null
  }
  if (Object.keys(data).length === 0) return
  const after = { ...before, ...data }
  if (!after.is_archived) checkName(act, after.name, id)
  await store.update(tx, id, changes)
  act.emit(folderUpdated, { channel_folder_id: id, data }, everyone)
}

export async function reorderFolders(act: Act, order: number[]): Promise<void> {
  const folders = act.get(foldersMirror)
  const named = new Set(order)
  if (named.size !== order.length || named.size !== folders.size || order.some((id) => !folders.has(id)))
    throw incompleteOrder()
  await store.reorder(act.tx, act.org.id, order)
  act.emit(foldersReordered, { order }, everyone)
}
