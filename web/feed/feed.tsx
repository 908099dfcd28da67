import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { sentTo } from '../compose/sent.ts'
import {
  conversationKey,
  conversationOf,
  isSearch,
  marksAsRead,
  type Narrow,
  narrowKey,
  wholeChannelOf,
} from '../narrow/narrow.ts'
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

/** Not a message ID: go back to the message at which the view was last opened. */
const elsewhere = -1

interface Props {
  readonly narrow: Narrow
  readonly near: number | undefined
  readonly empty?: ComponentChildren
  /** What comes before the first message of a channel or conversation. */
  readonly beginning?: ComponentChildren
}

/**
 * The messages of a narrow. Use `feedKey` as its `key`: it changes with the narrow, unless all messages moved there.
 */
export function Feed({ narrow, near, empty, beginning }: Props) {
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
  /** Search results begin with the newest, read or not. */
  const begin = near ?? (isFound ? 'newest' : 'first_unread')
  /** Changes each time a link to a message is followed. */
  const visit = near === undefined ? '' : `${repeats.value} ${address.value}`
  const back = useMemo(messageLeft, [list, near, visit])

  useEffect(() => {
    // a list that was moved here keeps its position
    if (list !== first && near === undefined && list.isOpen) return
    const slow = setTimeout(() => {
      isSlow.value = true
    }, 300)
    const isAtEnd = near === undefined ? list.isOpen && !list.isAhead : wasLeftAtEnd()
    const wanted = back?.id ?? (isAtEnd ? 'newest' : begin)
    // following the same link again goes back to its message
    if (wanted === wasOpened.current) wasOpened.current = elsewhere
    void list.open(wanted).finally(() => clearTimeout(slow))
    return () => clearTimeout(slow)
  }, [list, near, visit])

  // derive the rendered rows from the previous ones and the current list
  const before = drawn.current
  if (openedAt !== undefined && ids.length > 0) {
    const wasElsewhere = wasOpened.current !== undefined && wasOpened.current !== openedAt
    if (!before || (wasElsewhere && !ids.slice(window.value.from, window.value.to).includes(openedAt))) {
      window.value = around(Math.max(0, ids.indexOf(openedAt)), ids.length, { sizeOf })
      selected.value = openedAt
      firstUnread.value = ids.find((id) => !message(id)?.flags?.includes('read'))
    } else if (before.ids.length === 0) {
      // an empty view renders everything that arrives
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
  const drawnIn = useRef<CSSNumberish | null>(null)
  // keep the position after every change, before the browser paints
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
      // for benchmarks: the first messages are in the view
      performance.mark('messages')
    } else if (rows.value.length > 0) anchor.current.hold()
    lookForEnd()
    // no scroll events come at the edge, so render more in small steps that don't block typing and clicks
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
    // keep a newly focused text field in place; the browser scrolls anything else into view
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

  // a link shows a message in context: mark its surroundings as read only once the reader interacts
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
    // content that changed since the last frame isn't a scroll
    place.scrolled()
    const { to } = window.value
    const shown = list.shown.value
    place.follows = shown.hasNewest && to === shown.ids.length && place.isAtEnd
    if (!place.follows) place.choose()
    lookForEnd()
    // one step per frame, however many scroll events it has; the next one is already queued
    if (drawnIn.current === null || drawnIn.current !== document.timeline.currentTime) reach()
  }

  /** Updates whether the end is more than half a screen below the viewport. */
  const lookForEnd = () => {
    const [view, place] = [scroller.current, anchor.current]
    if (!view || !place) return
    const { ids, hasNewest } = listed.peek().shown.peek()
    isAwayFromEnd.value =
      ids.length > 0 && !place.follows && (!hasNewest || view.scrollHeight - view.scrollTop > 1.5 * view.clientHeight)
  }

  /** Renders and fetches ahead, so that two screens around the viewport are ready. */
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

  /** Number of rows that can be removed at one end: far from the viewport, and without the focus or a selection. */
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
  const isWholeChannel = wholeChannelOf(narrow) !== undefined
  const isPlace = conversation !== undefined || isWholeChannel
  const showsBeginning = openedAt !== undefined && hasOldest && !isFound && window.value.from === 0
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
          {showsBeginning && isPlace && (
            <div class={`beginning ${isWholeChannel ? 'is-channel' : ''}`}>{beginning}</div>
          )}
          {showsBeginning && !isPlace && !isEmpty && <p class="hint start">{t.nothingOlder}</p>}
          {isEmpty && (empty ?? <p class="hint">{isPlace ? t.noMessagesYet : t.noMessages}</p>)}
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
