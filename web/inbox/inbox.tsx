import '../style/lists.css'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { markAsRead, markEverythingAsRead, takeBack } from '../conversation-menus/marking.ts'
import { NearList } from '../parts/near-list.tsx'
import { fieldAbove, focusRow, rowNamed, rowWithFocus, stepRow, useRowFocus } from '../parts/rows.ts'
import { takeListKeys } from '../shortcuts/open-list.ts'
import { part } from '../store/connection.ts'
import { mentions } from '../store/unread.ts'
import { t } from '../texts/views.ts'
import { unreadDirects, unreadSections } from './everything.ts'
import { InboxFilters } from './filters.tsx'
import { Row } from './row.tsx'
import { directsKey, type InboxRow, idsOf, inboxRows } from './rows.ts'
import { keepWish, wish } from './wish.ts'

const unread = part<{ old_unreads_missing?: boolean } | undefined>('unread_msgs')
function summaryOf(rows: readonly InboxRow[]): string {
  const ids = idsOf(rows)
  const directs = rows.find(({ key }) => key === directsKey)?.ids.length ?? 0
  const mentioned = ids.filter((id) => mentions.value.has(id)).length
  return [
    t.unread(ids.length),
    ...(mentioned > 0 ? [t.mentionCount(mentioned)] : []),
    ...(directs > 0 ? [t.directMessageCount(directs)] : []),
  ].join(' · ')
}

let lastRow: string | undefined

export function Inbox() {
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const text = useSignal('')
  const focus = useRowFocus(root, (name) => {
    lastRow = name
  })
  const { filter, place, folded } = wish.value
  const sections = unreadSections.value
  const directs = unreadDirects.value
  const rows = inboxRows(directs, t.directMessages, sections, { filter, place, folded, text: text.value })
  const isMore = unread.value?.old_unreads_missing === true
  const isNothing = directs.length + sections.length === 0
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const now = useRef({ rows, byKey, isMore })
  now.current = { rows, byKey, isMore }

  const toggle = (key: string, isFolded: boolean) => {
    const next = new Set(wish.peek().folded)
    if (isFolded) next.add(key)
    else next.delete(key)
    keepWish({ ...wish.peek(), folded: next })
  }
  const read = (row: InboxRow) => void markAsRead(row.ids, row.name)

  useEffect(() => {
    // restore the focus unless something else has it
    if (lastRow !== undefined && document.activeElement === document.body) focusRow(rowNamed(root.current, lastRow))
    return takeListKeys({
      next: () => stepRow(root.current, 1),
      previous: (key) => stepRow(root.current, -1, fieldAbove(key, field)),
      read() {
        const row = now.current.byKey.get(rowWithFocus(root.current) ?? '')
        if (!row) return false
        // move the focus before the row disappears, for repeated presses
        stepRow(root.current, 1)
        read(row)
        return true
      },
      readAll() {
        const ids = idsOf(now.current.rows)
        if (ids.length === 0) return false
        void markEverythingAsRead(ids, now.current.isMore && isUnfiltered())
        return true
      },
      undo: () => void takeBack(),
      fold: () => fold(true),
      unfold: () => fold(false),
      filter: () => (field.current ? field.current.focus() : false),
    })
  }, [])

  const fold = (isFolded: boolean): boolean => {
    const row = now.current.byKey.get(rowWithFocus(root.current) ?? '')
    if (!row || (row.kind === 'conversation' && !isFolded)) return false
    if (row.kind === 'conversation') focusHeadOf(row)
    else toggle(row.key, isFolded)
    return true
  }
  const isUnfiltered = () => text.peek() === '' && wish.peek().place === undefined && wish.peek().filter === 'all'
  const focusHeadOf = (row: InboxRow) => {
    const { rows: all } = now.current
    const head = all.slice(0, all.indexOf(row)).findLast(({ kind }) => kind !== 'conversation')
    focusRow(rowNamed(root.current, head?.key))
  }

  if (isNothing)
    return (
      <div class="inbox empty" id="messages" tabIndex={-1} ref={root}>
        <p class="lead">{t.allRead}</p>
        <p>{t.allReadMore}</p>
        {isMore && <p>{t.older}</p>}
      </div>
    )
  return (
    <div class="conversations scrolls" id="messages" tabIndex={-1} ref={root} {...focus}>
      <InboxFilters
        field={field}
        text={text}
        sections={sections}
        onDown={() => stepRow(root.current, 1)}
        summary={summaryOf(rows)}
        isSomething={rows.length > 0}
        onReadAll={() => void markEverythingAsRead(idsOf(rows), isMore && isUnfiltered())}
      />
      {rows.length === 0 && (
        <p class="hint">
          {t.noneFits}{' '}
          <button
            type="button"
            class="plain"
            onClick={() => {
              text.value = ''
              keepWish({ ...wish.peek(), filter: 'all', place: undefined })
            }}
          >
            {t.showAllUnread}
          </button>
        </p>
      )}
      <NearList
        items={rows}
        keyOf={({ key }) => key}
        row={(row, at) => (
          <Row
            row={row}
            at={at}
            onFold={() => toggle(row.key, !('isFolded' in row && row.isFolded))}
            onRead={() => read(row)}
          />
        )}
      />
      {isMore && <p class="hint">{t.older}</p>}
    </div>
  )
}
