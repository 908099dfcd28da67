import { computed, signal, useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { best, SearchIndex } from '../compose/typeahead/search.ts'
import { plainDescription } from '../content/plain-text.ts'
import { askToLeave, join } from '../conversation-menus/joining.tsx'
import { ChannelIcon } from '../entities/place.tsx'
import type { ChannelSection } from '../narrow/directory-addresses.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { hrefOf, hrefOfNarrow } from '../navigation/route.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { MenuButton } from '../parts/menu-button.tsx'
import { NearList, type RowPlace } from '../parts/near-list.tsx'
import { canCreateAny, canJoin } from '../permissions/channel-rights.ts'
import { isAdministering } from '../permissions/rights.ts'
import { listKeys } from '../shortcuts/list-keys.ts'
import { type Channel, channels, isSubscribed } from '../store/channels.ts'
import { folderName, folders } from '../store/folders.ts'
import { nameOrder } from '../texts/locale.ts'
import { p } from '../texts/places.ts'
import { openFolders } from './folder-editor.tsx'

type Shown = Exclude<ChannelSection, 'new'>
const sections: readonly Shown[] = ['subscribed', 'available', 'all']
const orders = ['name', 'members', 'activity'] as const
type Order = (typeof orders)[number]

// module state, to restore the list when the user comes back
const filter = signal('')
const order = signal<Order>('name')
/** Selected folder; `none` for channels without a folder. */
const folder = signal<number | 'every' | 'none'>('every')

const compare: Record<Order, (a: Channel, b: Channel) => number> = {
  name: () => 0,
  members: (a, b) => b.subscriber_count - a.subscriber_count,
  activity: (a, b) =>
    Number(b.is_recently_active) - Number(a.is_recently_active) ||
    (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0),
}

const open = computed(() => [...channels.value.values()].filter(({ is_archived }) => !is_archived))
const byName = computed(() => new SearchIndex(open.value, ({ name }) => name))
const byDescription = computed(() => new SearchIndex(open.value, ({ description }) => description))

function shownIn(section: Shown): Channel[] {
  const words = filter.value.trim()
  const fitting = byName.value.find(words).map(({ item, fit }) => ({ item, fit: words === '' ? 0 : fit }))
  if (words !== '') {
    const named = new Set(fitting.map(({ item }) => item))
    for (const { item } of byDescription.value.find(words)) if (!named.has(item)) fitting.push({ item, fit: 9 })
  }
  const found = fitting.filter(
    ({ item }) =>
      (section === 'all' || (section === 'subscribed') === isSubscribed(item.stream_id)) &&
      (folder.value === 'every' ||
        (folder.value === 'none' ? !folderName(item.folder_id) : item.folder_id === folder.value)),
  )
  return best(
    found,
    (a, b) => compare[order.value](a.item, b.item) || a.fit - b.fit || nameOrder.compare(a.item.name, b.item.name),
    found.length,
  ).map(({ item }) => item)
}

export function ChannelList({ section }: { section: Shown }) {
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const shown = useComputed(() => shownIn(section)).value
  useEffect(() => field.current?.focus(), [section])
  if (typeof folder.value === 'number' && !folderName(folder.value)) folder.value = 'every'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the rows and of the field inside
    <div class="directory scrolls" id="messages" tabIndex={-1} ref={list} onKeyDown={listKeys(list, field)}>
      <nav class="sections" aria-label={p.whichChannels}>
        {sections.map((one) => (
          <a
            key={one}
            href={hrefOf({ view: 'channels', section: one })}
            aria-current={one === section ? 'page' : undefined}
          >
            {p.sections[one]}
          </a>
        ))}
        <span class="spring" />
        {isAdministering() && (
          <button type="button" class="button" onClick={openFolders}>
            {p.folders}
          </button>
        )}
        {canCreateAny() && (
          <a class="button primary" href={hrefOf({ view: 'channels', section: 'new' })}>
            {p.newChannel}
          </a>
        )}
      </nav>
      <div class="filters-line">
        <FilterField filter={filter} label={p.channelFilter} field={field} />
        {folders.value.length > 0 && (
          <select
            aria-label={p.folder}
            value={String(folder.value)}
            onChange={({ currentTarget: { value } }) => {
              folder.value = value === 'every' || value === 'none' ? value : Number(value)
            }}
          >
            <option value="every">{p.everyFolder}</option>
            {folders.value.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
            <option value="none">{p.noFolder}</option>
          </select>
        )}
        <select
          aria-label={p.order}
          value={order.value}
          onChange={({ currentTarget: { value } }) => (order.value = value as Order)}
        >
          {orders.map((one) => (
            <option key={one} value={one}>
              {p.orders[one]}
            </option>
          ))}
        </select>
      </div>
      <p class="soft small" role="status">
        {shown.length === 0 ? (filter.value === '' ? p.noChannels : p.noChannelFits) : p.channelCount(shown.length)}
      </p>
      <NearList
        key={section}
        items={shown}
        keyOf={({ stream_id }) => stream_id}
        row={(one, place) => <ChannelRow one={one} place={place} />}
      />
    </div>
  )
}

function ChannelRow({ one, place }: { one: Channel; place: RowPlace }) {
  const id = one.stream_id
  const isIn = isSubscribed(id)
  const href = hrefOfNarrow(channelNarrow(id))
  const inFolder = folderName(one.folder_id)
  return (
    <li class="directory-row" data-row={id} style={{ '--channel': one.color ?? 'var(--soft)' }} {...place}>
      <a class="directory-link" data-target href={href}>
        <span class="channel-mark">
          <ChannelIcon id={id} />
        </span>
        <span class="words">
          <span class="name" dir="auto">
            {one.name}
          </span>
          <span class="detail soft" dir="auto">
            {[p.memberCount(one.subscriber_count), inFolder, plainDescription(one)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </a>
      <MenuButton href={href} name={one.name} />
      {isIn ? (
        <button type="button" class="button" aria-label={p.leaveNamed(one.name)} onClick={() => void askToLeave(id)}>
          {p.leaveShort}
        </button>
      ) : canJoin(one) ? (
        <button type="button" class="button primary" aria-label={p.joinNamed(one.name)} onClick={() => void join(id)}>
          {p.joinShort}
        </button>
      ) : (
        <span class="soft small">{p.onlyInvitedShort}</span>
      )}
    </li>
  )
}
