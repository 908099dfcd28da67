import { computed } from '@preact/signals'
import { type Channel, subscriptions } from '../store/channels.ts'
import { part } from '../store/connection.ts'
import { folders } from '../store/folders.ts'
import { t } from '../texts/index.ts'
import { nameOrder } from '../texts/locale.ts'

interface Wishes {
  demote_inactive_streams?: number
  web_left_sidebar_show_channel_folders?: boolean
  web_inbox_show_channel_folders?: boolean
}
const settings = part<Wishes | undefined>('user_settings')
const demoting = { automatic: 1, always: 2 } as const
/** Above this number of channels, inactive ones move down automatically. */
const manyChannels = 30

/** `key`: `pinned`, the id of a folder, or `rest`. */
export interface Section {
  readonly key: string
  readonly name: string
  readonly list: readonly Channel[]
}

/**
 * Sections in order: pinned, each folder, the rest; within a section by name, with inactive channels after that and
 * muted ones last. `hasRest` keeps the last section if it's empty: the sidebar's button for new channels is there.
 */
function sections(showsFolders: boolean, hasRest: boolean): readonly Section[] {
  const shown = (subscriptions.value ?? []).filter(({ is_archived }) => !is_archived)
  const { demote_inactive_streams: wish = demoting.automatic } = settings.value ?? {}
  const isDemoting = wish === demoting.always || (wish === demoting.automatic && shown.length > manyChannels)
  const weight = ({ is_muted, is_recently_active }: Channel) =>
    is_muted ? 2 : isDemoting && is_recently_active === false ? 1 : 0
  const inOrder = (list: Channel[]) => list.sort((a, b) => weight(a) - weight(b) || nameOrder.compare(a.name, b.name))
  const known = showsFolders ? folders.value : []
  const rest = shown.filter(({ pin_to_top }) => !pin_to_top)
  const inFolder = (id: number) => rest.filter(({ folder_id }) => folder_id === id)
  const loose = rest.filter(({ folder_id }) => !known.some(({ id }) => id === folder_id))
  const pinned = shown.filter(({ pin_to_top }) => pin_to_top)
  return [
    { key: 'pinned', name: t.pinned, list: inOrder(pinned) },
    ...known.map(({ id, name }) => ({ key: String(id), name, list: inOrder(inFolder(id)) })),
    { key: 'rest', name: known.length + pinned.length > 0 ? t.otherChannels : t.channels, list: inOrder(loose) },
  ].filter(({ key, list }) => list.length > 0 || (hasRest && key === 'rest'))
}

export const channelSections = computed(() =>
  sections(settings.value?.web_left_sidebar_show_channel_folders !== false, true),
)
export const inboxSections = computed(() => sections(settings.value?.web_inbox_show_channel_folders !== false, false))
