import type { Signal } from '@preact/signals'
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { markAsRead } from '../conversation-menus/marking.ts'
import { placeName } from '../entities/place.tsx'
import type { InboxTab } from '../navigation/inbox-tab.ts'
import { NearList } from '../parts/near-list.tsx'
import { fieldAbove, focusRow, rowNamed, rowWithFocus, stepRow, useRowFocus } from '../parts/rows.ts'
import { canInvite, inviting } from '../permissions/inviting.ts'
import { takeListKeys } from '../shortcuts/open-list.ts'
import { t } from '../texts/views.ts'
import { forgetLater, leaveForLater, undo } from './for-later.ts'
import { Row } from './row.tsx'
import { type InboxRow, idsOf } from './rows.ts'
import { Toolbar } from './toolbar.tsx'
import { keepWish, wish } from './wish.ts'

/** What a tab gets from the inbox: the view's element, its filter field, and the text in it. */
export interface Place {
  readonly root: RefObject<HTMLDivElement | null>
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: Signal<string>
}

interface Props extends Place {
  readonly tab: InboxTab
  readonly rows: readonly InboxRow[]
  /** Filters, in the toolbar. */
  readonly filters?: ComponentChildren
  /** Shown instead of the list if it has no rows. */
  readonly empty: ComponentChildren
  /** Below the list. */
  readonly children?: ComponentChildren
  readonly readAll?: (ids: readonly number[]) => unknown
}

const lastRows = new Map<InboxTab, string | undefined>()

/** Focuses the row that had the focus last, or else the first. */
export function focusLastRow(tab: InboxTab, root: Element | null): void {
  const row = rowNamed(root, lastRows.get(tab))
  if (row) focusRow(row)
  else stepRow(root, 1)
}

const foldRow = ({ key }: InboxRow, isFolded: boolean): void => {
  const folded = new Set(wish.peek().folded)
  if (isFolded) folded.add(key)
  else folded.delete(key)
  keepWish({ ...wish.peek(), folded })
}

const read = (row: InboxRow): void => {
  forgetLater()
  void markAsRead(row.ids, row.kind === 'conversation' && !row.isBelowChannel ? placeName(row.conversation) : row.name)
}

/** The list of a tab, with the toolbar and the keys that all tabs have. */
export function List({ tab, rows, filters, empty, children, readAll, root, field, text }: Props) {
  const now = useRef({ rows, readAll })
  now.current = { rows, readAll }
  // called here so that it runs on each render of the rows
  const focus = useRowFocus(root, (name) => lastRows.set(tab, name))

  useEffect(() => {
    const withFocus = () => now.current.rows.find(({ key }) => key === rowWithFocus(root.current))
    // restore the focus unless something else has it
    const last = lastRows.get(tab)
    if (last !== undefined && document.activeElement === document.body) focusRow(rowNamed(root.current, last))
    const fold = (isFolded: boolean): boolean => {
      const row = withFocus()
      if (!row || (row.kind === 'conversation' && !isFolded)) return false
      if (row.kind !== 'conversation') foldRow(row, isFolded)
      else {
        const { rows: all } = now.current
        const head = all.slice(0, all.indexOf(row)).findLast(({ kind }) => kind !== 'conversation')
        focusRow(rowNamed(root.current, head?.key))
      }
      return true
    }
    return takeListKeys({
      next: () => stepRow(root.current, 1),
      previous: (key) => stepRow(root.current, -1, fieldAbove(key, field)),
      read() {
        const row = withFocus()
        if (!row) return false
        // move the focus before the row disappears, for repeated presses
        stepRow(root.current, 1)
        read(row)
        return true
      },
      readAll() {
        const ids = idsOf(now.current.rows)
        if (ids.length === 0) return false
        forgetLater()
        void (now.current.readAll?.(ids) ?? markAsRead(ids, ''))
        return true
      },
      later() {
        const row = withFocus()
        return row ? leave(row) : false
      },
      undo,
      fold: () => fold(true),
      unfold: () => fold(false),
      filter: () => (field.current ? field.current.focus() : false),
    })
  }, [tab])

  const leave = (row: InboxRow): boolean => {
    if (row.kind !== 'conversation' || row.ids.length === 0) return false
    // otherwise focus would be lost with the row, and the view would scroll
    if (rowWithFocus(root.current) === row.key) stepRow(root.current, 1)
    leaveForLater(row, !row.isLater)
    return true
  }

  return (
    <>
      <Toolbar tab={tab} field={field} text={text} onDown={() => stepRow(root.current, 1)}>
        {filters}
      </Toolbar>
      <div {...focus}>
        {rows.length === 0 && empty}
        <NearList
          items={rows}
          keyOf={({ key }) => key}
          moves
          row={(row, at) => (
            <Row
              row={row}
              at={at}
              onFold={() => foldRow(row, !('isFolded' in row && row.isFolded))}
              onRead={() => read(row)}
              onLater={() => leave(row)}
            />
          )}
        />
        {children}
      </div>
      {rows.length > 0 && <p class="list-keys soft">{t.listKeys}</p>}
    </>
  )
}

export const NothingUnread = () => (
  <div class="all-read">
    <p class="lead">{t.caughtUp}</p>
    <p>{t.caughtUpMore}</p>
    <InviteButton />
  </div>
)

/** For empty lists: conversations need people. */
export const InviteButton = () =>
  canInvite() ? (
    <button type="button" class="button" onClick={() => inviting.open()}>
      {t.invite}
    </button>
  ) : null

/** For lists that have no rows because of the filters. */
export const NothingFits = ({ showAll }: { showAll: () => void }) => (
  <p class="hint">
    {t.recentNone}{' '}
    <button type="button" class="plain" onClick={showAll}>
      {t.showAllUnread}
    </button>
  </p>
)
