import { computed } from '@preact/signals'
import { type Channel, subscriptions } from '../store/channels.ts'
import { folders } from '../store/folders.ts'
import { t } from '../texts/index.ts'

const nameOrder = new Intl.Collator()

/** `key`: `pinned`, the id of a folder, or `rest`. */
export interface Section {
  readonly key: string
  readonly name: string
  readonly list: readonly Channel[]
}

/** Sections in order: pinned, each folder, the rest; inside a section by name, muted channels last. */
export const channelSections = computed<readonly Section[]>(() => {
  const shown = (subscriptions.value ?? []).filter(({ is_archived }) => !is_archived)
  const inOrder = (list: Channel[]) =>
    list.sort((a, b) => Number(a.is_muted) - Number(b.is_muted) || nameOrder.compare(a.name, b.name))
  const known = folders.value
  const rest = shown.filter(({ pin_to_top }) => !pin_to_top)
  const inFolder = (id: number) => rest.filter(({ folder_id }) => folder_id === id)
  const loose = rest.filter(({ folder_id }) => !known.some(({ id }) => id === folder_id))
  const pinned = shown.filter(({ pin_to_top }) => pin_to_top)
  return [
    { key: 'pinned', name: t.pinned, list: inOrder(pinned) },
    ...known.map(({ id, name }) => ({ key: String(id), name, list: inOrder(inFolder(id)) })),
    { key: 'rest', name: known.length + pinned.length > 0 ? t.otherChannels : t.channels, list: inOrder(loose) },
  ].filter(({ list }) => list.length > 0)
})
