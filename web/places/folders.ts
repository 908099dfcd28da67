import { computed } from '@preact/signals'
import type { ChannelFolder } from '../../src/areas/channel-folders/api.ts'
import { updateChannel } from '../../src/areas/channels/api.ts'
import { tellRefusal } from '../message-actions/refusal.ts'
import { toast } from '../parts/toast.ts'
import { channel } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { p } from '../texts/places.ts'
import { api } from '../transport/api.ts'

const all = part<ChannelFolder[]>('channel_folders')

/** Every folder, archived ones too, in order. */
export const everyFolder = computed(() => [...(all.value ?? [])].sort((a, b) => a.order - b.order))
export const folders = computed(() => everyFolder.value.filter(({ is_archived }) => !is_archived))

export const folderName = (id: number | null | undefined): string | undefined =>
  folders.value.find((one) => one.id === id)?.name

/** Puts a channel into a folder, for everybody; null: into none. */
export async function putIntoFolder(channelId: number, folderId: number | null): Promise<void> {
  const before = channel(channelId)?.folder_id ?? null
  if (before === folderId) return
  try {
    await api.call(updateChannel, { stream_id: channelId, folder_id: folderId })
    toast(p.movedToFolder(channel(channelId)?.name ?? '', folderName(folderId)), {
      label: p.undo,
      run: () => void putIntoFolder(channelId, before),
    })
  } catch (problem) {
    tellRefusal(problem)
  }
}
