import type { Mirror } from '#platform/organization'
import { type ChannelFolder, folderArchived, noSuchFolder } from './api.ts'
import { foldersMirror } from './mirror.ts'

interface Memory {
  get<T>(mirror: Mirror<T>): T
}

/** Every user can see every folder. */
export function folderOf(memory: Memory, id: number): ChannelFolder {
  const folder = memory.get(foldersMirror).get(id)
  if (!folder) throw noSuchFolder()
  return folder
}

/** A folder that channels can be put into. */
export function activeFolder(memory: Memory, id: number): ChannelFolder {
  const folder = folderOf(memory, id)
  if (folder.is_archived) throw folderArchived()
  return folder
}
