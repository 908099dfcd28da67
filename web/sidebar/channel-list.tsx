import { channelOf } from '../narrow/narrow.ts'
import { hrefOf, narrow } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import { NearList } from '../parts/near-list.tsx'
import { part } from '../store/connection.ts'
import { channelUnread } from '../store/unread.ts'
import { t } from '../texts/index.ts'
import { ChannelEntry } from './channel-entry.tsx'
import { channelFilter, showsFilter } from './filtering.ts'
import { foldedSections } from './folded-sections.ts'
import { SectionHead } from './section-head.tsx'
import { channelSections, type Section } from './sections.ts'

const settings = part<{ web_left_sidebar_unreads_count_summary?: boolean } | undefined>('user_settings')

/** A collapsible section: when collapsed, it shows only the open channel and unread ones. */
const ChannelSection = ({ section, openId }: { section: Section; openId: number | undefined }) => {
  const { key, name, list } = section
  const isFolded = foldedSections.value.has(key)
  const shown = isFolded ? list.filter(({ stream_id }) => stream_id === openId) : list
  const counted =
    isFolded && settings.value?.web_left_sidebar_unreads_count_summary !== false
      ? list.map(({ stream_id }) => channelUnread.value.get(stream_id))
      : []
  return (
    <section aria-label={name} data-section={key}>
      <SectionHead
        fold={key}
        name={name}
        count={counted.reduce((sum, unread) => sum + (unread?.count ?? 0), 0)}
        mentioned={counted.some((unread) => unread?.isMentioned)}
      />
      {key === 'rest' && (
        <button
          type="button"
          class="section-add"
          data-menu="#channels"
          aria-haspopup="menu"
          aria-label={t.addChannels}
          title={t.addChannels}
        >
          <Icon name="plus" />
        </button>
      )}
      <NearList
        items={shown}
        keyOf={({ stream_id }) => stream_id}
        open={openId}
        moves
        row={(channel, place) => <ChannelEntry channel={channel} place={place} />}
      />
    </section>
  )
}

const ChannelFilter = later(async () => (await import('./channel-filter.tsx')).ChannelFilter, null)

export const Channels = () => {
  const openId = narrow.value && channelOf(narrow.value)
  const isFiltered = showsFilter.value && channelFilter.value.trim() !== ''
  return (
    <>
      {showsFilter.value && <ChannelFilter />}
      {!isFiltered &&
        channelSections.value.map((section) => <ChannelSection key={section.key} section={section} openId={openId} />)}
      <a class="plain more" href={hrefOf({ view: 'channels', section: 'available' })}>
        {t.browseChannels}
      </a>
    </>
  )
}
