import './channel-filter.css'
import { computed } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { SearchIndex } from '../compose/typeahead/search.ts'
import { channelOf } from '../narrow/narrow.ts'
import { narrow } from '../navigation/route.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { isComposing } from '../parts/is-composing.ts'
import { NearList } from '../parts/near-list.tsx'
import { takeTyped } from '../parts/typed-ahead.ts'
import { listKeys } from '../shortcuts/list-keys.ts'
import type { Channel } from '../store/channels.ts'
import { t } from '../texts/index.ts'
import { p } from '../texts/places.ts'
import { ChannelEntry } from './channel-entry.tsx'
import { channelFilter, endFilter, filterRequested } from './filtering.ts'
import { channelSections } from './sections.ts'

const index = computed(
  () =>
    new SearchIndex<Channel>(
      channelSections.value.flatMap(({ list }) => list),
      ({ name }) => name,
    ),
)
const found = computed(() =>
  index.value
    .find(channelFilter.value)
    .sort((a, b) => a.fit - b.fit)
    .map(({ item }) => item),
)
const isFiltered = computed(() => channelFilter.value.trim() !== '')

export function ChannelFilter() {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (filterRequested.value === 0) return
    field.current?.focus()
    const typed = takeTyped()
    if (typed !== '') channelFilter.value = typed
  }, [filterRequested.value])
  const keys = listKeys(list, field)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div
      class="channel-filter"
      ref={list}
      onKeyDown={(event) => {
        keys(event)
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
        event.preventDefault()
        field.current?.blur()
        endFilter()
      }}
      onClick={(event) => (event.target as Element).closest('a[href]') && endFilter()}
    >
      <FilterField filter={channelFilter} label={t.filterChannels} field={field} />
      <p class="visually-hidden" role="status">
        {isFiltered.value ? p.channelsFound(found.value.length) : ''}
      </p>
      {isFiltered.value && found.value.length === 0 && <p class="hint">{p.noChannelFits}</p>}
      {isFiltered.value && (
        <NearList
          items={found.value}
          keyOf={({ stream_id }) => stream_id}
          open={narrow.value && channelOf(narrow.value)}
          row={(channel, place) => <ChannelEntry channel={channel} place={place} />}
        />
      )}
    </div>
  )
}
