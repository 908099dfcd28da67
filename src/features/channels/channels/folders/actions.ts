import type { Changes } from '#platform/db'
import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerOrganization } from '../../../people/organization/totals.ts'
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
import { foldersCache, toFolder } from './cache.ts'
import * as store from './store.ts'

const everyone = { everyone: true } as const

/** Names of active folders are unique, regardless of case; an archived folder's name can be reused. */
function checkName(mutation: Mutation, name: string, except?: number): void {
  const wanted = name.toLowerCase()
  for (const folder of mutation.get(foldersCache).values())
    if (!folder.is_archived && folder.id !== except && folder.name.toLowerCase() === wanted)
      throw folderNameTaken({}, { name })
}

/** Creates a folder at the end; `rendered` is the HTML of its description. */
export async function createFolder(
  mutation: Mutation,
  { name, description }: { name: string; description: string },
  rendered: string,
) {
  const { tx, org, viewer, now } = mutation
  checkName(mutation, name)
  checkTotal(maxPerOrganization, 'channel folders', mutation.get(foldersCache).size)
  const ranks = [...mutation.get(foldersCache).values()].map(({ order }) => order)
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
  mutation.emit(folderAdded, { channel_folder: folder }, everyone)
  return folder
}

export async function updateFolder(
  mutation: Mutation,
  id: number,
  asked: { name?: string; description?: string; is_archived?: boolean },
  rendered: string,
): Promise<void> {
  const { tx, now } = mutation
  const before = folderOf(mutation, id)
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
  if (!after.is_archived) checkName(mutation, after.name, id)
  await store.update(tx, id, changes)
  mutation.emit(folderUpdated, { channel_folder_id: id, data }, everyone)
}

export async function reorderFolders(mutation: Mutation, order: number[]): Promise<void> {
  const folders = mutation.get(foldersCache)
  const named = new Set(order)
  if (named.size !== order.length || named.size !== folders.size || order.some((id) => !folders.has(id)))
    throw incompleteOrder()
  await store.reorder(mutation.tx, mutation.org.id, order)
  mutation.emit(foldersReordered, { order }, everyone)
}
