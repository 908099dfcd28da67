import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { sentTo } from '../compose/sent.ts'
import { conversationKey, conversationOf, isSearch, marksAsRead, type Narrow, narrowKey } from '../narrow/narrow.ts'
import { messageLeft, wasLeftAtEnd } from '../navigation/history.ts'
import { address, repeats } from '../navigation/route.ts'
import { Icon } from '../parts/icon.tsx'
import { listOf, messagesOf } from '../store/lists.ts'
import { message, revision } from '../store/messages.ts'
import { ownId } from '../store/people.ts'
import { readingPausedIn } from '../store/reading.ts'
import { withMarks } from '../store/search-marks.ts'
import { t } from '../texts/index.ts'
import { Anchor } from './anchor.ts'
import { refolded, unfolding } from './folding.tsx'
import { Outbox } from './outbox.tsx'
import { onceInUse, readsBySeeing, readWhatIsSeen } from './reading.ts'
import { MessageRow } from './row.tsx'
import { rowsOf } from './rows.ts'
import { around, grown, kept, type Window } from './window.ts'

/** No message: the view is to go to the one at which it was opened last. */
const elsewhere = -1

interface Props {
  readonly narrow: Narrow
  readonly near: number | undefined
  /** Shown where there are no messages. */
  readonly empty?: ComponentChildren
}

/**
 * The messages of a narrow. Another narrow is another feed: give it the narrow's key, which it keeps only where all its
 * messages are in the other narrow now.
 */
export function Feed({ narrow, near, empty }: Props) {
  const list = listOf(narrow)
  const listed = useSignal(list)
  listed.value = list
  const [first, opened] = [useRef(list).current, useRef(narrow)]
  opened.current = narrow
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<Anchor | undefined>(undefined)
  const wasOpened = useRef<number | undefined>(undefined)
  const drawn = useRef<{ ids: readonly number[]; window: Window } | undefined>(undefined)
  const window = useSignal<Window>({ from: 0, to: 0 })
  const selected = useSignal<number | undefined>(undefined)
  const firstUnread = useSignal<number | undefined>(undefined)
  const isAwayFromEnd = useSignal(false)
  const isSlow = useSignal(false)
  const { ids, anchor: openedAt, hasNewest, hasOldest, problem } = list.shown.value
  const sizeOf = (index: number) => message(list.shown.peek().ids[index] as number)?.content.length ?? 0
  const isMixed = conversationOf(narrow) === undefined
  const isFound = isSearch(narrow)
  /** Of what was searched for, the newest is seen first, read or not. */
  const begin = near ?? (isFound ? 'newest' : 'first_unread')
  /** Each time that a link to a message is followed. */
  const visit = near === undefined ? '' : `${repeats.value} ${address.value}`
  /** Who comes back finds it as it was left. */
  const back = useMemo(messageLeft, [list, near, visit])

  useEffect(() => {
    // a list that came here by a move is shown in the place where it was
    if (list !== first && near === undefined && list.isOpen) return
    const slow = setTimeout(() => {
      isSlow.value = true
    }, 300)
    const isAtEnd = near === undefined ? list.isOpen && !list.isAhead : wasLeftAtEnd()
    const wanted = back?.id ?? (isAtEnd ? 'newest' : begin)
    // the place of a message that is named once more is gone to once more
    if (wanted === wasOpened.current) wasOpened.current = elsewhere
    void list.open(wanted).finally(() => clearTimeout(slow))
    return () => clearTimeout(slow)
  }, [list, near, visit])

  // which rows are drawn follows from what was drawn and what is there now
  const before = drawn.current
  if (openedAt !== undefined && ids.length > 0) {
    const wasElsewhere = wasOpened.current !== undefined && wasOpened.current !== openedAt
    if (!before || (wasElsewhere && !ids.slice(window.value.from, window.value.to).includes(openedAt))) {
      window.value = around(Math.max(0, ids.indexOf(openedAt)), ids.length, { sizeOf })
      selected.value = openedAt
      firstUnread.value = ids.find((id) => !message(id)?.flags?.includes('read'))
    } else if (before.ids.length === 0) {
      // what comes into an empty view is all of it
      window.value = around(ids.length - 1, ids.length, { sizeOf })
      if (anchor.current) anchor.current.follows = hasNewest
    } else if (before.ids !== ids) {
      window.value = kept(before.ids, before.window, ids, hasNewest && (anchor.current?.follows ?? false))
    }
  }
  drawn.current = openedAt === undefined ? undefined : { ids, window: window.value }

  const rows = useComputed(() => {
    revision.value
    const { from, to } = window.value
    const { narrow } = listed.value
    const shown = listed.value.shown.value
    return rowsOf(withMarks(narrow, messagesOf({ ...shown, ids: shown.ids.slice(from, to) })), {
      ownId: ownId.value,
      isMixed,
      firstUnread: firstUnread.value,
    })
  })

  const reaching = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** The frame in which rows were drawn last. */
  const drawnIn = useRef<CSSNumberish | null>(null)
  // the place is held after every change, before the browser paints
  useLayoutEffect(() => {
    const [view, inner] = [scroller.current, content.current]
    if (!view || !inner) return
    anchor.current ??= new Anchor(view, inner)
    if (openedAt !== undefined && wasOpened.current !== openedAt && rows.value.length > 0) {
      wasOpened.current = openedAt
      const row = inner.querySelector<HTMLElement>(`[data-id="${openedAt}"]`)
      const isNewest = hasNewest && openedAt === ids.at(-1) && openedAt !== back?.id
      anchor.current.target = isNewest ? null : row
      if (isNewest) anchor.current.toEnd()
      else if (row) view.scrollTop = row.offsetTop - (openedAt === back?.id ? back.below : view.clientHeight / 3)
      anchor.current.follows = anchor.current.isAtEnd && hasNewest
      anchor.current.choose()
      // for measurements: the view has its first messages
      performance.mark('messages')
    } else if (rows.value.length > 0) anchor.current.hold()
    lookForEnd()
    // who has scrolled to the edge of what is there scrolls no further: what comes is drawn without that, a little at a
    // time, so that whoever types or clicks meanwhile does not wait for all of it
    clearTimeout(reaching.current)
    reaching.current = setTimeout(reach)
  })

  useEffect(() => {
    const [view, inner] = [scroller.current, content.current]
    if (!view || !inner) return
    const hold = () => {
      anchor.current?.hold()
      lookForEnd()
    }
    const sizes = new ResizeObserver(hold)
    sizes.observe(inner)
    sizes.observe(view)
    const stay = ({ target }: Event) => {
      const row = (target as Element).closest<HTMLElement>('.row')
      if (row) anchor.current?.stayAt(row)
    }
    view.addEventListener(unfolding, stay)
    view.addEventListener(refolded, hold)
    // a field that gets the focus stays in its place from then on; anything else is scrolled into sight by the browser
    const holdField = ({ target }: FocusEvent) => target instanceof HTMLTextAreaElement && anchor.current?.holdField()
    view.addEventListener('focusin', holdField)
    // a printout can't scroll, so it gets every message that was fetched
    const drawAll = () => {
      window.value = { from: 0, to: listed.peek().shown.peek().ids.length }
    }
    addEventListener('beforeprint', drawAll)
    return () => {
      removeEventListener('beforeprint', drawAll)
      clearTimeout(reaching.current)
      sizes.disconnect()
      view.removeEventListener('focusin', holdField)
      view.removeEventListener(refolded, hold)
      view.removeEventListener(unfolding, stay)
    }
  }, [])

  // a link shows messages among others: what's around it is read once the reader goes on from there
  const inUse = useSignal<number | undefined>(undefined)
  useEffect(() => {
    inUse.value = undefined
    return near === undefined
      ? undefined
      : onceInUse(() => {
          inUse.value = near
        })
  }, [near])
  const isPaused = (near !== undefined && inUse.value !== near) || readingPausedIn.value === narrowKey(narrow)
  const reading = marksAsRead(narrow) && !isPaused && readsBySeeing(isMixed)
  useEffect(
    () => () => {
      if (readingPausedIn.peek() === narrowKey(opened.current)) readingPausedIn.value = undefined
    },
    [],
  )
  useEffect(() => {
    const [view, inner] = [scroller.current, content.current]
    if (!view || !inner || !reading) return
    return readWhatIsSeen(view, inner)
  }, [reading, rows.value])

  const onScroll = () => {
    const view = scroller.current
    const place = anchor.current
    if (!view || !place || ids.length === 0) return
    // what has changed since the last frame is no scrolling
    place.scrolled()
    const { to } = window.value
    const shown = list.shown.value
    place.follows = shown.hasNewest && to === shown.ids.length && place.isAtEnd
    if (!place.follows) place.choose()
    lookForEnd()
    // one step in a frame, however often it is scrolled in it: the next one is on its way as a task of its own
    if (drawnIn.current === null || drawnIn.current !== document.timeline.currentTime) reach()
  }

  /** Whether more than half a screen is below what is seen. */
  const lookForEnd = () => {
    const [view, place] = [scroller.current, anchor.current]
    if (!view || !place) return
    const { ids, hasNewest } = listed.peek().shown.peek()
    isAwayFromEnd.value =
      ids.length > 0 && !place.follows && (!hasNewest || view.scrollHeight - view.scrollTop > 1.5 * view.clientHeight)
  }

  /** Draws and fetches ahead: what is within two screens of what is seen should be there before it is. */
  const reach = () => {
    const view = scroller.current
    if (!view || ids.length === 0 || openedAt === undefined) return
    const { from, to } = window.value
    const shown = list.shown.value
    list.place = shown.ids[from + Math.round(((to - from) * view.scrollTop) / Math.max(1, view.scrollHeight))]
    const margin = 2 * view.clientHeight
    const above = view.scrollTop
    const below = view.scrollHeight - view.scrollTop - view.clientHeight
    const count = shown.ids.length
    const [wantsUp, wantsDown] = [above < margin && from > 0, below < margin && to < count]
    if (wantsUp || wantsDown) drawnIn.current = document.timeline.currentTime
    // one end at a time, the nearer one first
    if (wantsUp && !(wantsDown && below < above))
      window.value = grown(window.value, { direction: 'up', count, spare: spare('below'), sizeOf })
    else if (wantsDown) window.value = grown(window.value, { direction: 'down', count, spare: spare('above'), sizeOf })
    if (above < margin && from < 150) void list.older()
    if (below < margin && count - to < 150) void list.newer()
  }

  /** Rows that may go: far from what is seen, unless they hold the focus, or what somebody has selected. */
  const spare = (end: 'above' | 'below'): number => {
    const [inner, marked] = [content.current, document.getSelection()]
    const isInUse =
      inner?.contains(document.activeElement) || (marked && !marked.isCollapsed && inner?.contains(marked.anchorNode))
    return isInUse ? 0 : (anchor.current?.beyond(end, 3) ?? 0)
  }

  const toNewest = () => {
    void list.open('newest').then(() => {
      const all = list.shown.value.ids
      window.value = around(all.length - 1, all.length)
      anchor.current?.followEnd()
      selected.value = all.at(-1)
    })
  }

  const isEmpty = openedAt !== undefined && ids.length === 0
  const conversation = conversationOf(narrow)
  const isSentHere = conversation !== undefined && sentTo.value === conversationKey(conversation)
  useEffect(() => {
    if (!isSentHere) return
    sentTo.value = undefined
    toNewest()
  }, [isSentHere])
  return (
    <div class="feed-frame">
      <section
        class="feed"
        ref={scroller}
        onScroll={onScroll}
        aria-label={t.messages}
        aria-busy={openedAt === undefined}
        id="messages"
        tabIndex={-1}
      >
        <div class="feed-content" ref={content}>
          {openedAt === undefined && !problem && isSlow.value && <p class="hint">{t.loadingMessages}</p>}
          {problem !== undefined && (
            <p class="hint" role="alert">
              {t.cannotLoad}{' '}
              <button type="button" class="plain" onClick={() => void list.open(begin)}>
                {t.tryAgain}
              </button>
            </p>
          )}
          {isEmpty && (empty ?? <p class="hint">{conversation ? t.noMessagesYet : t.noMessages}</p>)}
          {ids.length > 0 && hasOldest && !isFound && window.value.from === 0 && (
            <p class="hint start">{conversation ? t.beginning : t.nothingOlder}</p>
          )}
          {rows.value.map((row) => (
            <MessageRow
              key={row.message.id}
              {...row}
              isFound={isFound}
              isSelected={row.message.id === selected.value && near !== undefined}
              isTabStop={row.message.id === (selected.value ?? rows.value.at(-1)?.message.id)}
            />
          ))}
          {conversation && <Outbox conversation={conversation} />}
        </div>
      </section>
      {isAwayFromEnd.value && (
        <div class="to-end-place">
          <button type="button" class="to-end" onClick={toNewest} aria-label={t.scrollToEnd} title={t.scrollToEnd}>
            <Icon name="down" />
          </button>
        </div>
      )}
    </div>
  )
}
