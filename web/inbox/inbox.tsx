import './list.css'
import { useSignal } from '@preact/signals'
import type { FunctionComponent } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { type InboxTab, isInboxTab } from '../navigation/inbox-tab.ts'
import { address, route } from '../navigation/route.ts'
import { whenIdle } from '../parts/idle.ts'
import { totalCount } from '../store/unread.ts'
import { All } from './all.tsx'
import { ForYou } from './for-you.tsx'
import { focusLastRow, type Place } from './list.tsx'
import { fetchMissed } from './missed.ts'
import { Unread } from './unread.tsx'

const lists: Readonly<Record<InboxTab, FunctionComponent<Place>>> = { inbox: Unread, 'catch-up': ForYou, recent: All }

/** Unread conversations, those that need the user, and all of them: three tabs with the same rows and keys. */
export function Inbox() {
  const root = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const text = useSignal('')
  const { view } = route.value
  const tab = isInboxTab(view) ? view : 'inbox'
  const Shown = lists[tab]
  const here = address.value
  const hadRow = useRef(false)

  useEffect(() => {
    if (totalCount.peek() > 0) whenIdle(() => void fetchMissed())
  }, [])
  useLayoutEffect(() => root.current?.scrollTo(0, 0), [tab])
  useLayoutEffect(() => {
    // moving from one tab's rows to another's; the For you tab starts at its first row
    const isFree = document.activeElement === document.body
    if (isFree && (hadRow.current || here === '#catch-up')) focusLastRow(tab, root.current)
  }, [here])

  return (
    <div
      class="conversations scrolls"
      id="messages"
      tabIndex={-1}
      ref={root}
      onFocusCapture={({ target }) => {
        if ((target as HTMLElement).closest('[data-row]')) hadRow.current = true
      }}
    >
      <Shown root={root} field={field} text={text} />
    </div>
  )
}
