import { computed, signal } from '@preact/signals'
import { isWide, openSidebar } from '../navigation/sidebars.ts'
import { typeAhead } from '../parts/typed-ahead.ts'
import { channelSections } from './sections.ts'

/** So many channels are more than one sees at once. */
const many = 16

/** What names of channels in the sidebar are to hold; everything for an empty text. */
export const channelFilter = signal('')
/** Counts wishes for the field, which takes the focus with each; 0 where nobody wants it. */
export const filterAsked = signal(0)

/** Whether the field stands above the channels. */
export const showsFilter = computed(
  () => filterAsked.value > 0 || channelSections.value.reduce((sum, { list }) => sum + list.length, 0) >= many,
)

export function filterChannels(): void {
  typeAhead()
  if (!isWide.peek()) openSidebar.value = 'left'
  filterAsked.value++
}

export function endFilter(): void {
  channelFilter.value = ''
  filterAsked.value = 0
}
