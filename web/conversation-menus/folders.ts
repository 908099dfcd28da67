import { updateChannel } from '../../src/features/channels/channels/api.ts'
import { showRefusal } from '../parts/refusal.ts'
import { toast } from '../parts/toast.ts'
import { channel } from '../store/channels.ts'
import { folderName } from '../store/folders.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

/** Moves a channel into a folder, for everyone; null for none. */
export async function putIntoFolder(channelId: number, folderId: number | null): Promise<void> {
  const before = channel(channelId)?.folder_id ?? null
  if (before === folderId) return
  try {
    await api.call(updateChannel, { stream_id: channelId, folder_id: folderId })
    const name = channel(channelId)?.name ?? ''
    const folder = folderName(folderId)
    toast(folder === undefined ? p.removedFromFolder(name) : p.movedToFolder(name, folder), {
      label: p.undo,
      run: () => void putIntoFolder(channelId, before),
    })
  } catch (problem) {
    showRefusal(problem)
  }
}
