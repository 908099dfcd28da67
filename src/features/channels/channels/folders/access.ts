import type { Cache } from '#platform/organization'
import { type ChannelFolder, folderArchived, noSuchFolder } from './api.ts'
import { foldersCache } from './cache.ts'

interface Memory {
  get<T>(cache: Cache<T>): T
}

/** Every user can see every folder. */
export function folderOf(memory: Memory, id: number): ChannelFolder {
  const folder = memory.get(foldersCache).get(id)
  if (!folder) throw noSuchFolder()
  return folder
}

/** A folder that channels can be put into. */
export function activeFolder(memory: Memory, id: number): ChannelFolder {
  const folder = folderOf(memory, id)
  if (folder.is_archived) throw folderArchived()
  return folder
}
