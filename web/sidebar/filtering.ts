import { computed, signal } from '@preact/signals'
import { isWide, openSidebar } from '../navigation/sidebars.ts'
import { typeAhead } from '../parts/typed-ahead.ts'
import { channelSections } from './sections.ts'

/** The filter is always shown from this many channels on. */
const many = 16

export const channelFilter = signal('')
/** Counts requests to focus the field; 0 if it isn't requested. */
export const filterRequested = signal(0)

export const showsFilter = computed(
  () => filterRequested.value > 0 || channelSections.value.reduce((sum, { list }) => sum + list.length, 0) >= many,
)

export function filterChannels(): void {
  typeAhead()
  if (!isWide.peek()) openSidebar.value = 'left'
  filterRequested.value++
}

export function endFilter(): void {
  channelFilter.value = ''
  filterRequested.value = 0
}
