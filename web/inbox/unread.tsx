import { markEverythingAsRead } from '../conversation-menus/marking.ts'
import { part } from '../store/connection.ts'
import { t } from '../texts/views.ts'
import { unreadDirects, unreadSections } from './everything.ts'
import { List, NothingFits, NothingUnread, type Place } from './list.tsx'
import { directsKey, filters, inboxRows } from './rows.ts'
import { FilterChoice } from './toolbar.tsx'
import { keepWish, wish } from './wish.ts'

const unread = part<{ old_unreads_missing?: boolean } | undefined>('unread_msgs')

/** What's unread, by direct messages, folders, and channels. */
export function Unread(at: Place) {
  const { text } = at
  const { filter, place, folded } = wish.value
  const sections = unreadSections.value
  const directs = unreadDirects.value
  const names = { directs: t.directMessages, later: t.reasons.later }
  const rows = inboxRows(directs, sections, names, { filter, place, folded, text: text.value })
  const isMore = unread.value?.old_unreads_missing === true
  const isWhole = text.value === '' && place === undefined && filter === 'all'
  return (
    <List
      {...at}
      tab="inbox"
      rows={rows}
      readAll={(ids) => markEverythingAsRead(ids, isMore && isWhole)}
      filters={
        <>
          <FilterChoice
            label={t.whichUnread}
            value={filter}
            options={filters.map((one) => [one, t.whichShown[one]])}
            onChange={(next) => keepWish({ ...wish.peek(), filter: next })}
          />
          {(sections.length > 1 || place !== undefined) && (
            <FilterChoice
              label={t.whereUnread}
              value={place ?? ''}
              options={[
                ['', t.everywhere],
                [directsKey, t.directMessages],
                ...sections.map(({ key, name }) => [key, name] as const),
              ]}
              onChange={(next) => keepWish({ ...wish.peek(), place: next || undefined })}
            />
          )}
        </>
      }
      empty={
        directs.length + sections.length === 0 ? (
          <NothingUnread />
        ) : (
          <NothingFits
            showAll={() => {
              text.value = ''
              keepWish({ ...wish.peek(), filter: 'all', place: undefined })
            }}
          />
        )
      }
    >
      {isMore && <p class="hint">{t.older}</p>}
    </List>
  )
}
