import { computed } from '@preact/signals'
import type { ChannelFolder } from '../../src/features/channels/channels/folders/api.ts'
import { part } from './connection.ts'

const all = part<ChannelFolder[]>('channel_folders')

export const everyFolder = computed(() => [...(all.value ?? [])].sort((a, b) => a.order - b.order))
export const folders = computed(() => everyFolder.value.filter(({ is_archived }) => !is_archived))

export const folderName = (id: number | null | undefined): string | undefined =>
  folders.value.find((one) => one.id === id)?.name
